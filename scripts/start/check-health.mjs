import { isReady } from './is-ready.mjs'

/** Health check of a container: exits with 0 when the server on this machine accepts requests. */
process.exit((await isReady(process.env)) ? 0 : 1)
