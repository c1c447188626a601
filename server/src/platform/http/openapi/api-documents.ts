import { contracts } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './open-api-document.ts'

// Built on first use: building them takes too long for the start.
const document = once(openApiDocument)
const documentText = once(() => JSON.stringify(document()))
const sections = once(() => Object.entries(contracts).map(section).join('\n'))

/** Serves the OpenAPI document at /api/openapi.json and a page for people at /api/docs. */
export function serveApiDocuments(app: FastifyInstance): void {
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(documentText()))
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page(reply.pageNonces().style)))
}

function page(nonce: string): string {
  const nav = Object.keys(contracts)
    .map((feature) => `<a href="#${feature}">${feature}</a>`)
    .join(' ')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coverdesk API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head><body><main>
<h1>Coverdesk API</h1><p>Machine readable: <a href="/api/openapi.json">openapi.json</a>. Send the session token of
<code>POST /identity/login</code> as <code>Authorization: Bearer …</code>. Dates are <code>YYYY-MM-DD</code>, money is a decimal text
with two places. A failed call answers <code>{ code, message, details, requestId }</code>. Send a write that takes an <code>Idempotency-Key</code> with
a new UUID, and again with the same one when its answer was lost: within 24 hours it is carried out once.</p><nav aria-label="Features">${nav}</nav>
${sections()}</main></body></html>`
}

const section = ([feature, contract]: [string, Record<string, Route>]) =>
  `<h2 id="${feature}">${feature}</h2>${Object.values(contract).map(article).join('')}`

function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}

function article(route: Route): string {
  const schema = document().paths
  const operation = member(member(schema, route.path), route.method.toLowerCase())
  const inputs = [...list(member(operation, 'parameters')), ...bodyMembers(operation)]
  const rows = inputs.map(
    (input) =>
      `<tr><td><code>${plainText(input.name)}</code></td><td>${plainText(input.place)}</td><td>${input.required ? 'required' : ''}</td></tr>`,
  )
  const key = takesIdempotencyKey(route) ? '<p>Takes an <code>Idempotency-Key</code></p>' : ''
  const formats = route.formats ? `<p>Accept: ${route.formats.join(', ')}</p>` : ''
  return `<article><h3><code>${route.method} ${plainText(route.path)}</code></h3><p>${plainText(route.summary)}</p>
<p>Allowed: <code>${plainText(route.allow)}</code></p>${key}${formats}${rows.length > 0 ? `<table><thead><tr><th>Name</th><th>In</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}</article>`
}

interface Input {
  name: string
  place: string
  required: boolean
}

function list(parameters: unknown): Input[] {
  if (!Array.isArray(parameters)) return []
  // References are headers, which the article lists separately.
  return parameters
    .filter((parameter: unknown) => member(parameter, '$ref') === undefined)
    .map((parameter: unknown) => ({
      name: String(member(parameter, 'name')),
      place: String(member(parameter, 'in')),
      required: member(parameter, 'required') === true,
    }))
}

function bodyMembers(operation: unknown): Input[] {
  const schema = member(member(member(member(operation, 'requestBody'), 'content'), 'application/json'), 'schema')
  const properties = member(schema, 'properties')
  const required = member(schema, 'required')
  if (typeof properties !== 'object' || properties === null) return []
  return Object.keys(properties).map((name) => ({
    name,
    place: 'body',
    required: Array.isArray(required) && required.includes(name),
  }))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

function plainText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `body{font:14px/20px Inter,system-ui,sans-serif;color:#1a1a1f;background:#fff;margin:0}main{max-width:820px;margin:0 auto;padding:24px 20px 80px}
h1{font-size:24px;line-height:32px}h2{margin:40px 0 8px;text-transform:capitalize;border-bottom:1px solid #e8e8e9;padding-bottom:6px}h3{margin:20px 0 4px;font-size:14px}
p{margin:4px 0}code{font-family:ui-monospace,monospace;font-size:13px}nav{margin:16px 0}nav a{margin-right:12px}a{color:#4644bd}
table{border-collapse:collapse;margin:6px 0;width:100%}th,td{text-align:left;padding:4px 8px;border-bottom:1px solid #f1f1f2;font-weight:400}
@media(prefers-color-scheme:dark){body{color:#ededf1;background:#141417}h2,th,td{border-color:#29292c}a{color:#a9a8fa}}`
