import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { expect, test } from 'vitest'
import { openAgency } from '../platform/test-agency.ts'

/** Calls whose paths the specification does not show, in the style of those that it shows. */
const unshown = [
  ...[
    'OfflineApp',
    'Lead',
    'Report',
    'MarketplaceApp',
    'Plans',
    'PTO',
    'Application',
    'UserManage',
    'Log',
    'AuditLog',
  ].map((name) => ({ method: 'GET' as const, path: `/api/${name}` })),
  { method: 'POST' as const, path: '/api/Commissions/statements' },
  { method: 'DELETE' as const, path: '/api/Commissions/statements' },
]
const isBuilt = (call: (typeof unshown)[number]) =>
  allRoutes.some(({ method, path }) => method === call.method && path === call.path)

test('API-07 of the calls whose paths are not shown, those that are built answer an authorized GET with 200 and what lacks its input with 400, and the others as any unknown address', async () => {
  const agency = await openAgency()
  const person = await agency.person({ roles: [...roles], claims: [...allClaims], fullAccess: true })
  const statuses = await Promise.all(
    unshown.map(async (call) => {
      const answer = await agency.app.inject({
        method: call.method,
        url: call.path,
        headers: { authorization: `Bearer ${person.token}` },
      })
      return {
        ...call,
        status: answer.statusCode,
        expected: !isBuilt(call) ? 404 : call.method === 'GET' ? 200 : 400,
      }
    }),
  )
  for (const { method, path, status, expected } of statuses) expect(status, `${method} ${path}`).toBe(expected)
  for (const name of [
    'OfflineApp',
    'Lead',
    'Report',
    'PTO',
    'UserManage',
    'MarketplaceApp',
    'Application',
    'Log',
    'AuditLog',
  ])
    expect(isBuilt({ method: 'GET', path: `/api/${name}` }), name).toBe(true)
  for (const method of ['POST', 'DELETE'] as const)
    expect(isBuilt({ method, path: '/api/Commissions/statements' }), method).toBe(true)
  await agency.close()
})
