import { anyone } from '@coverdesk/domain/access/claim-expression.ts'
import { contracts } from '@coverdesk/domain/all-routes.ts'
import { failures } from '@coverdesk/domain/failures.ts'
import { type FormBody, mediaTypes, type Route } from '@coverdesk/domain/platform/route.ts'
import { takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Generates the OpenAPI 3.1 document from the contracts. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, contract] of Object.entries(contracts))
    for (const [name, route] of Object.entries<Route>(contract))
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(feature, name, route) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coverdesk',
      version: '1',
      description:
        'Every call of the product. Send the session token of POST /identity/login as `Authorization: Bearer …`. Dates are YYYY-MM-DD, money is a decimal text with two places. A write that takes an `Idempotency-Key` is carried out once however often it is sent with the same key and body within 24 hours.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
      parameters: { IdempotencyKey: idempotencyKey },
    },
  }
}

/** Follows draft-ietf-httpapi-idempotency-key-header-07. */
const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A string that the client makes for each request, such as a UUID in double quotes. Sent again with the same body within 24 hours, the request gets the first answer (with `Idempotency-Replayed: true`) and changes nothing; 409 while the first is in progress; 422 with another body or on another path.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const idempotencyKeyReference: Json = { $ref: '#/components/parameters/IdempotencyKey' }

const failureSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(failures) },
    message: { type: 'string', description: 'A sentence for a person' },
    details: { description: 'What exactly: for a form, its fields; for a file, its lines' },
    requestId: { type: 'string' },
  },
}

/** Optional file of a form. */
const formFile = ({ form }: FormBody): Json => ({
  [form.file]: { type: 'string', format: 'binary', description: `At most ${form.largest} bytes` },
})

function operation(feature: string, name: string, route: Route): Json {
  const { properties = {}, required = [] } = inputSchema(route)
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const inBody = route.method !== 'GET' && route.body !== 'file'
  const inputs: Json[] = Object.entries(properties)
    .filter(([member]) => inPath.includes(member) || !inBody)
    .map(([member, schema]) => ({
      name: member,
      in: inPath.includes(member) ? 'path' : 'query',
      required: inPath.includes(member) || required.includes(member),
      schema,
    }))
  const parameters = takesIdempotencyKey(route) ? [...inputs, idempotencyKeyReference] : inputs
  const body = Object.fromEntries(Object.entries(properties).filter(([member]) => !inPath.includes(member)))
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: route.summary,
    description: `Allowed: \`${route.allow}\``,
    security: route.allow === anyone ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inBody && Object.keys(body).length > 0
      ? {
          requestBody: {
            required: true,
            content: {
              [mediaTypeOfBody(route)]: {
                schema: {
                  type: 'object',
                  properties: typeof route.body === 'object' ? { ...body, ...formFile(route.body) } : body,
                  required: required.filter((member) => !inPath.includes(member)),
                  additionalProperties: route.signed === 'form',
                },
              },
            },
          },
        }
      : {}),
    ...(route.body === 'file' ? { requestBody: fileBody } : {}),
    responses: { 200: { description: 'Done', content: answers(route) }, default: refused },
  }
}

function mediaTypeOfBody({ body, signed }: Route): string {
  if (typeof body === 'object') return 'multipart/form-data'
  return signed === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
}

const fileBody: Json = {
  required: true,
  content: {
    'text/csv': { schema: { type: 'string', format: 'binary' } },
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

const refused: Json = {
  description: 'Refused or failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

function answers(route: Route): Json {
  if (route.output instanceof z.ZodNever) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const json = z.toJSONSchema(route.output, { io: 'output', unrepresentable: 'any' })
  const files = (route.formats ?? []).map((format) => [
    mediaTypes[format],
    { schema: { type: 'string', format: 'binary' } },
  ])
  return { 'application/json': { schema: withoutDialect(json) }, ...Object.fromEntries(files) }
}

function inputSchema(route: Route): { properties?: Json; required?: string[] } {
  return z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
}

function withoutDialect({ $schema: _, ...schema }: Json): Json {
  return schema
}
