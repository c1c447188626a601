import { get } from 'node:http'

/** Health check of a container: exits with 0 when the server on this machine accepts requests. */
const port = process.env.PORT || '8080'
get({ host: '127.0.0.1', port, path: '/health/ready', timeout: 4_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1)
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
