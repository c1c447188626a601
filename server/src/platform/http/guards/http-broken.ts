import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FailureBody, failures } from '@coverdesk/domain/failures.ts'

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what is no HTTP that can be read (P-44), in the form and with the headers of every other answer (P-42), and ends
 * the connection: where the next request would begin is not known any more.
 */
export function answerBroken(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Who never said a word is told nothing: thousands of them may be shown out together (P-80).
    const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    // Who speaks no TLS, or other TLS, cannot read an answer either.
    const hasNoTls = /^ERR_(SSL|TLS)_/.test(error.code ?? '')
    if (error.code === 'ECONNRESET' || silent || hasNoTls || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    const told: FailureBody = {
      code: 'request.malformed',
      message: failures['request.malformed'].message,
      requestId,
    }
    const body = JSON.stringify(told)
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}`, ...lines, '', body].join('\r\n'))
  }
}
