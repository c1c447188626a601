import { claimAreas, furtherClaims, roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let admin: Person

beforeAll(async () => {
  agency = await startTestApp()
  const claims = [...claimAreas.flatMap((area) => [`view.${area}`, `admin.${area}`]), ...furtherClaims]
  admin = await agency.person({ roles: [...roles], claims })
})
afterAll(() => agency.close())

/** One of them is valid for most filters; those of fixed choices name theirs. */
const values = ['Smith', '7', '2026-01-31', '2026-01', 'true', 'Fl', 'FL', '33101']

const lists = allRoutes.flatMap((one) =>
  one.method === 'GET' && one.input instanceof z.ZodObject && 'pageNumber' in one.input.shape
    ? [{ path: one.path, shape: one.input.shape, input: one.input }]
    : [],
)

/** Values of a parameter that its schema accepts: each of its choices, or what fits of `values`. */
function acceptedBy(schema: z.ZodType): string[] {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    const next = inner.unwrap()
    if (!(next instanceof z.ZodType)) break
    inner = next
  }
  const tried = inner instanceof z.ZodEnum ? inner.options.map(String) : values
  return tried.filter((value) => schema.safeParse(value).success)
}

test('P-36 each filter and each sort of each list answers', async () => {
  expect(lists.length).toBeGreaterThan(30)
  for (const { path, shape } of lists) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const url = path.replace('{runId}', '00000000-0000-4000-8000-000000000000').replace(/\{\w+\}/g, '1')
    for (const [name, schema] of Object.entries(shape)) {
      if (inPath.includes(name) || !(schema instanceof z.ZodType)) continue
      for (const value of acceptedBy(schema)) {
        const { statusCode, body } = await agency.app.inject({
          url: `${url}?${new URLSearchParams({ [name]: value })}`,
          headers: { authorization: `Bearer ${admin.token}` },
        })
        expect(statusCode, `${url}?${name}=${value} ${body}`).toBeLessThan(500)
      }
    }
  }
})
