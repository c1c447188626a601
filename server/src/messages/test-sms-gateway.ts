import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A request as received. */
export interface TakenText {
  path: string
  headers: IncomingHttpHeaders
  form: Record<string, string>
}

/** A Twilio-like gateway with a configurable response: a status, a redirect, or silence. */
export async function testSmsGateway() {
  const taken: TakenText[] = []
  let answer: number | 'silent' | { to: string } = 201
  let beforeAnswer: (() => Promise<void>) | undefined
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      taken.push({
        path: `${request.method} ${request.url}`,
        headers: request.headers,
        form: Object.fromEntries(new URLSearchParams(body)),
      })
      await beforeAnswer?.()
      if (answer === 'silent') return
      if (typeof answer === 'object') response.writeHead(302, { location: answer.to }).end()
      else
        response
          .writeHead(answer, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer < 300 ? { sid: 'SM1', status: 'queued' } : { code: 20003, message: 'No' }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    /** What happens between a request and its answer. */
    beforeAnswer: (next: typeof beforeAnswer) => {
      beforeAnswer = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
