import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as received. */
export interface TakenMail {
  from: string
  to: string[]
  /** The raw text after removal of dot-stuffing. */
  raw: string
  headers: Map<string, string[]>
  body: string
}

/** Server mode: `busy` answers 452 to each text, `unknown` 550 to each recipient, `silent` never greets. */
export type MailMode = 'up' | 'down' | 'silent' | 'slow' | 'busy' | 'unknown'

/** A real SMTP server on its own port whose mode can be changed at any time. */
export async function testMailServer() {
  const taken: TakenMail[] = []
  let tries = 0
  let mode: MailMode = 'up'
  let running: SMTPServer | Server | null = null
  const port = await freePort()

  async function stop(): Promise<void> {
    const server = running
    running = null
    if (server instanceof SMTPServer) await new Promise<void>((resolve) => server.close(() => resolve()))
    else if (server) {
      server.close()
      await once(server, 'close')
    }
  }

  function smtp(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onRcptTo: (_address, _session, done) => done(mode === 'unknown' ? refusal(550, 'No such user') : null),
      onData(stream, session, done) {
        let raw = ''
        stream.setEncoding('utf8')
        stream.on('data', (part: string) => {
          raw += part
        })
        stream.on('end', () => {
          tries++
          if (mode === 'busy') return done(refusal(452, 'Insufficient system storage'))
          const { mailFrom, rcptTo } = session.envelope
          const accept = () => {
            taken.push({
              from: mailFrom ? mailFrom.address : '',
              to: rcptTo.map((recipient) => recipient.address),
              raw,
              ...parsed(raw),
            })
            done()
          }
          if (mode === 'slow') setTimeout(accept, 1_500)
          else accept()
        })
      },
    })
  }

  async function become(next: MailMode): Promise<void> {
    await stop()
    mode = next
    if (mode === 'down') return
    if (mode === 'silent') {
      const sockets = new Set<{ destroy: () => void }>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => undefined)
      })
      const close = server.close.bind(server)
      server.close = (done) => {
        for (const socket of sockets) socket.destroy()
        return close(done)
      }
      running = server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return
    }
    const server = smtp()
    running = server
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  }

  await become('up')
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    /** Texts offered, accepted or not. */
    tries: () => tries,
    become,
    stop,
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Headers by lower-case name, unfolded. */
function parsed(raw: string): Pick<TakenMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return { headers, body: raw.slice(end + 4) }
}
