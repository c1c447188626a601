import fc from 'fast-check'

/** Setup file of Vitest: draws the inputs of properties from TEST_SEED. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED) })
