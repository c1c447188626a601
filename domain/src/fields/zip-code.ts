import { z } from 'zod'

/** The five digits of a zip code. */
export const ZipCode = z.string().regex(/^\d{5}$/, 'Not a zip code')
