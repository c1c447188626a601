import { z } from 'zod'

/** Selected id of a form; '' and null mean none. */
export const requiredId = (message: string) =>
  z.preprocess(
    (given) => (given === '' || given === null ? undefined : given),
    z.coerce
      .number<number | string>({ error: message })
      .int(message)
      .min(1, message)
      .max(Number.MAX_SAFE_INTEGER, message),
  )
