import autocannon from 'autocannon'
import { cpuDuring } from './processes.ts'

export interface Load {
  url: string
  token?: string
  /** Path with query of request number n; a string for all requests, or a function for a different one each time. */
  path: string | ((n: number) => string)
  /** The processes to measure; the PostgreSQL of one of them counts too. */
  pids: readonly number[]
}

const connections = 32
const warmUpSeconds = 2
const measuredSeconds = 5

/** Requests per second, and CPU of server and PostgreSQL per request, under 32 connections after warming up. */
export async function underLoad(load: Load): Promise<{ perSecond: number; cpuMs: number }> {
  await fire(load, warmUpSeconds)
  const { result, cpuMs } = await cpuDuring(load.pids, () => fire(load, measuredSeconds))
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} broke`)
  return { perSecond: result['2xx'] / result.duration, cpuMs: cpuMs / result['2xx'] }
}

let requests = 0

function fire({ url, token, path }: Load, duration: number): Promise<autocannon.Result> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const request =
    typeof path === 'string'
      ? { path, headers }
      : { headers, setupRequest: (request: autocannon.Request) => ({ ...request, path: path(requests++) }) }
  return autocannon({ url, connections, duration, requests: [request] })
}
