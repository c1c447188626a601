import { get as getPlain } from 'node:http'
import { get as getOverTls } from 'node:https'

/** Whether the server with these settings, on this machine, accepts requests. */
export function isReady({ PORT, HOST, TLS_CERT, TLS_CERT_FILE }) {
  const host = !HOST || ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  const get = TLS_CERT || TLS_CERT_FILE ? getOverTls : getPlain
  return new Promise((done) => {
    // The certificate is for the public name.
    const options = { host, port: PORT || '8080', path: '/health/ready', timeout: 4_000, rejectUnauthorized: false }
    get(options, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
      .on('timeout', () => done(false))
      .on('error', () => done(false))
  })
}
