import type { Route } from './route.ts'

/** Request of a call, as its contract divides the input. */
export interface RouteRequest {
  method: Route['method']
  /** With its parameters, encoded. */
  path: string
  /** Members of the query; empty for a call with a body. */
  query: Record<string, unknown>
  /** Members of a JSON body or a form; null for a call without a body, or with a file as its body. */
  body: Record<string, unknown> | null
}

/** Divides the input of a call: path parameters into the path, the rest into the query or the body. */
export function requestOf(route: Pick<Route, 'method' | 'path' | 'body'>, input: unknown): RouteRequest {
  const rest: Record<string, unknown> = typeof input === 'object' ? { ...input } : {}
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]).toWellFormed()
    delete rest[name]
    return encodeURIComponent(value)
  })
  const hasBody = route.body !== 'file' && (route.method === 'POST' || route.method === 'PUT')
  return { method: route.method, path, query: hasBody ? {} : rest, body: hasBody ? rest : null }
}

/** Query with its question mark, without blank members; empty when there is none. */
export function queryText(members: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

/** Path of a route in the syntax of routers: `/policies/:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')
