import { Agent, get } from 'node:http'

/** Requests of a burst: at most `requests`, and none begun after `maxMs`. */
export interface Burst {
  url: string
  token: string
  connections: number
  requests: number
  maxMs: number
  pathOf: (n: number) => string
}

/** Milliseconds of each answer and of the whole burst. */
export interface BurstTimes {
  each: number[]
  ms: number
}

/** Sends requests over `connections` kept-alive connections; each waits for its answer before the next one. */
export async function burst({ url, token, connections, requests, maxMs, pathOf }: Burst): Promise<BurstTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const each: number[] = []
  const began = performance.now()
  let next = 0
  const connection = async () => {
    while (next < requests && performance.now() - began < maxMs) {
      const path = pathOf(next++)
      const start = performance.now()
      await read(agent, url + path, token)
      each.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const ms = performance.now() - began
  agent.destroy()
  return { each, ms }
}

function read(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      })
    }).once('error', reject)
  })
}
