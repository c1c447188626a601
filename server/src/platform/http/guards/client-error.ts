import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FailureBody } from '@coverdesk/domain/failure.ts'
import { failures } from '@coverdesk/domain/failures.ts'

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Responds to unparseable HTTP (P-44) in the format and with the headers of every response (P-42), and closes the
 * connection, because the start of the next request is unknown.
 */
export function answerClientError(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A client that sent nothing gets no response: thousands of them may time out together (P-80).
    const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    // A client that failed the TLS handshake can't read a response.
    const hasNoTls = /^ERR_(SSL|TLS)_/.test(error.code ?? '')
    if (error.code === 'ECONNRESET' || silent || hasNoTls || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    const failure: FailureBody = {
      code: 'request.malformed',
      message: failures['request.malformed'].message,
      requestId,
    }
    const body = JSON.stringify(failure)
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
