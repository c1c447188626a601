import fc from 'fast-check'
import { beforeEach } from 'vitest'

/** Setup file of Vitest: draws the inputs of properties from TEST_SEED, other ones each time that a test is repeated. */
beforeEach(({ task }) => {
  const seed = Number(process.env.TEST_SEED) + (task.result?.repeatCount ?? 0)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
})
