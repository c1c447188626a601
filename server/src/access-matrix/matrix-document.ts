import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { type Role, roles } from '@coverdesk/domain/access/rights.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { exampleOf } from '../route-examples/all-examples.ts'

/** Claims in a claim expression; `admin.X` includes `view.X`, so it is listed with it. */
export function claimsIn(allow: string): string[] {
  const names = allow.split(/[\s|]+/).filter((name) => name.includes('.'))
  return [...new Set(names.flatMap((name) => [name, name.replace(/^view\./, 'admin.')]))]
}

/** Access matrix as Markdown: every route by role, with and without claims, and by own, other's and missing object. */
export function matrixDocument(routes: readonly Route[]): string {
  const head = ['Route', 'anonymous', 'no role', ...roles, 'own', 'other’s', 'missing']
  const rows = routes.map((route) => [
    `${route.method} \`${route.path}\``,
    route.allow === anyone ? 'yes' : '401',
    cell(route, []),
    ...roles.map((role) => cell(route, [role])),
    ...objects(route),
  ])
  return [
    '# Access matrix',
    '',
    'Permissions of every route, from the contracts; every cell is tested by `server/src/access-matrix/access-matrix.test.ts`.',
    '`with view.X`: the role is not enough, that claim is required as well. The last columns are the response to a user who',
    'may make the request, by the object it names: their own, another user’s, or a missing one.',
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}

function cell(route: Route, held: Role[]): string {
  if (route.allow === anyone || route.allow === signedIn || mayPass(route.allow, { roles: held, claims: [] }))
    return 'yes'
  const claims = claimsIn(route.allow)
  const enough = claims.filter((claim) => mayPass(route.allow, { roles: held, claims: [claim] }))
  if (enough.length > 0) return `with ${enough.map((claim) => `\`${claim}\``).join(' or ')}`
  if (mayPass(route.allow, { roles: held, claims }))
    return `with ${claims.map((claim) => `\`${claim}\``).join(' and ')}`
  return '403'
}

function objects(route: Route): string[] {
  const { own, others, seesAll, allWith, missing } = exampleOf(route).answers
  const whose =
    others === undefined
      ? ''
      : seesAll === undefined
        ? `${others}`
        : `${others}; ${seesAll} who sees all${allWith ? `, also with \`${allWith}\`` : ''}`
  return [`${own}`, whose, missing === undefined ? '' : `${missing}`]
}
