import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

/** Routes whose paths the specification does not show, named like those that it shows. */
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
  ].map((name) => ({ method: 'GET' as const, path: `/api/${name}`, answer: 200 })),
  // They respond and name the missing input.
  { method: 'POST' as const, path: '/api/Commissions/statements', answer: 400 },
  { method: 'DELETE' as const, path: '/api/Commissions/statements', answer: 400 },
]

test('API-11 routes with paths that are not shown respond to an authorized GET with 200, or with 400 if input is missing', async () => {
  const agency = await startTestApp()
  const person = await agency.person({ roles: [...roles], claims: [...allClaims], fullAccess: true })
  for (const { method, path, answer } of unshown) {
    const headers = { authorization: `Bearer ${person.token}` }
    const { statusCode } = await agency.app.inject({ method, url: path, headers })
    expect(statusCode, `${method} ${path}`).toBe(answer)
  }
  await agency.close()
})
