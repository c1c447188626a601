import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../../platform/integrations/exchange.ts'

/** Behaviors of a test exchange; all but `well` are failures. */
export type Behaviour =
  | 'well'
  | 'fails'
  | 'hangs'
  | 'cuts'
  | 'breaks off'
  | 'drips'
  | 'is no JSON'
  | 'is another schema'
  | 'duplicates everything'
  | 'never ends'
  | 'redirects'
  | 'refuses the key'
  | 'refuses the question'
  | 'is busy once'

/** HTTP exchange that follows `docs/exchange.md` and can be told to fail. */
export async function openTestExchangeServer(exchange: Exchange, key: string) {
  let behaviour: Behaviour = 'well'
  const requests: string[] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const now = behaviour
    requests.push(`${request.method} ${request.url}`)
    if (now === 'hangs') hanging.add(response)
    answer(exchange, request, key)
      .then((body) => send(response, body, now))
      .catch(() => response.destroy())
    if (now === 'is busy once') behaviour = 'well'
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Requests received, as method and path. */
    asked: requests,
    behave: (next: Behaviour) => {
      behaviour = next
      // The client that hung is disconnected by now.
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Said {
  status: number
  body: string
}

async function answer(exchange: Exchange, request: IncomingMessage, key: string): Promise<Said> {
  if (request.headers.authorization !== `Bearer ${key}`) return { status: 401, body: '{}' }
  const body = await text(request)
  const [, kind, id = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
  const signal = AbortSignal.timeout(60_000)
  const known = (body: string | null) => (body === null ? { status: 404, body: '{}' } : { status: 200, body })
  const json = (said: unknown) => known(said === null ? null : JSON.stringify(said))
  switch (`${request.method} ${kind} ${id && 'one'}`) {
    case 'GET applications one':
      return known(await exchange.application({ exchangeAssignedId: id, held: null }, signal))
    case 'POST plans ':
      return json(await exchange.plans(JSON.parse(body), signal))
    case 'POST plans one':
      return json(await exchange.plan(id, JSON.parse(body), signal))
    case 'PUT authorizations one':
      return known(await exchange.requestAuthorization(JSON.parse(body), signal))
    case 'POST authorizations one':
      return known(await exchange.authorization({ requestId: id, ...JSON.parse(body) }, signal))
    case 'PUT enrollments one':
      return known(await exchange.enroll({ held: null, ...JSON.parse(body) }, signal))
    default:
      return { status: 400, body: '{}' }
  }
}

const types = { 'content-type': 'application/json' }

async function send(response: ServerResponse, { status, body }: Said, behaviour: Behaviour): Promise<void> {
  const whole = (status: number, body: string) => response.writeHead(status, types).end(body)
  switch (behaviour) {
    case 'well':
      return void whole(status, body)
    case 'fails':
      return void whole(500, '{"message":"at sql.js:42"}')
    case 'refuses the key':
      return void whole(401, '{}')
    case 'refuses the question':
      return void whole(422, '{}')
    case 'is busy once':
      return void whole(503, '{}')
    case 'hangs':
      return
    case 'cuts':
      return void whole(status, body.slice(0, -20))
    case 'breaks off':
      response.writeHead(status, { ...types, 'content-length': body.length })
      response.write(body.slice(0, -20), () => response.destroy())
      return
    case 'drips':
      return await drip(response.writeHead(status, types), body)
    case 'never ends':
      return await pour(response.writeHead(status, types))
    case 'is no JSON':
      return void whole(200, '<html><body>Down for maintenance</body></html>')
    case 'is another schema':
      return void whole(200, JSON.stringify(body.startsWith('[') ? [{ plan: 1 }, { plan: 2 }] : { result: { ok: 1 } }))
    case 'duplicates everything':
      return void whole(status, body.startsWith('[') ? `${body.slice(0, -1)},${body.slice(1)}` : body)
    case 'redirects':
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  }
}

/** Sends a byte now and then, forever: each would reset an idle timeout. */
async function drip(response: ServerResponse, body: string): Promise<void> {
  for (let at = 0; !response.destroyed; at = (at + 1) % body.length) {
    response.write(body[at])
    await pause(20)
  }
}

async function pour(response: ServerResponse): Promise<void> {
  const much = Buffer.alloc(1024 * 1024, ' ')
  while (!response.destroyed) {
    if (!response.write(much)) await Promise.race([new Promise((go) => response.once('drain', go)), pause(1_000)])
  }
}
