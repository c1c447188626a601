import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { editOf, putRaw } from './test-user-edits.ts'

let agency: TestApp
let admin: Person
let pat: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  pat = await agency.person({ roles: ['agent'] })
})
afterEach(() => agency.close())

/** Every user administration route that names a user. */
const callsOn = (id: number, edit: InputOf<typeof users.edit>): [Route, InputOf<Route>][] => [
  [users.one, { id }],
  [users.edit, { ...edit, id }],
  [users.link, { id, contactId: 1 }],
  [users.visibility, { id }],
  [users.setVisibility, { id, rules: [] }],
  [users.previewVisibility, { id, rules: [] }],
  [users.removeSecondFactor, { id }],
  [userAccess.one, { id }],
  [userAccess.history, { id }],
  [userAccess.signOut, { id }],
]
const name = (route: Route) => `${route.method} ${route.path}`

describe('access to user administration', () => {
  test('ACCESS-36 USER-23 each route needs the security administrator, whatever other roles and claims a user has', async () => {
    const before = await admin.call(users.one, { id: pat.userId })
    const calls: [Route, InputOf<Route>][] = [
      [users.list, {}],
      [users.roles, {}],
      [users.contacts, { q: 'Pat' }],
      [users.agents, { q: 'Pat' }],
      [users.agentOfEmail, { email: 'pat@example.com' }],
      ...callsOn(pat.userId, editOf(before)),
    ]
    expect(calls.map(([route]) => name(route)).sort()).toEqual(
      [users, userAccess]
        .flatMap((contract) => Object.values<Route>(contract))
        .map(name)
        .sort(),
    )
    const otherRoles = roles.filter((role) => role !== 'securityadmin')
    const unauthorized = [
      ...(await Promise.all(otherRoles.map((role) => agency.person({ roles: [role], claims: [...allClaims] })))),
      await agency.person({ roles: [...otherRoles], claims: [...allClaims], fullAccess: true }),
      await agency.person({ claims: ['admin.Users', 'view.securityadmin', 'admin.securityadmin'] }),
    ]
    for (const [route, input] of calls) {
      expect(mayPass(route.allow, { roles: otherRoles, claims: allClaims })).toBe(false)
      await expect(callAs(agency.app, null, route, input), name(route)).rejects.toMatchObject({ status: 401 })
      for (const user of unauthorized)
        await expect(user.call(route, input), name(route)).rejects.toMatchObject({
          code: 'right.missing',
          status: 403,
        })
    }
    expect(await admin.call(users.one, { id: pat.userId })).toEqual(before)
  })

  test('P-26 a user that does not exist is missing on every route, and nothing is changed or recorded', async () => {
    const changes = async () =>
      (await agency.db.selectFrom('audit_events').select('id').where('action', '=', 'update').execute()).length
    const before = await changes()
    const edit = editOf(await admin.call(users.one, { id: pat.userId }))
    for (const [route, input] of callsOn(987_654, edit))
      await expect(admin.call(route, input), name(route)).rejects.toMatchObject({ code: 'user.not_found', status: 404 })
    expect(await changes()).toBe(before)
  })

  test('P-36 an invalid id is refused', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '1e99', "1'", '9007199254740993'])
      for (const path of ['', '/visibility']) {
        const answer = await agency.app.inject({
          url: `/api/UserManage/${encodeURIComponent(id)}${path}`,
          headers: { authorization: `Bearer ${admin.token}` },
        })
        expect(answer.statusCode, `${id}${path}`).toBe(400)
      }
  })

  test('ACCESS-31 the list of roles has exactly the five roles', async () => {
    expect((await admin.call(users.roles, {})).map((role) => role.name)).toEqual([
      'customer',
      'agent',
      'administrator',
      'securityadmin',
      'consumer',
    ])
  })

  test('P-31 P-36 filters and sorts that the list does not declare are refused, including the internal filter', async () => {
    for (const query of [
      'withinOrg=Miami',
      'sort=password_hash',
      'password_hash=x',
      'role=boss',
      'enabled=maybe',
      'pageSize=501',
      'email=a',
      'login=a&login=b',
    ])
      expect(
        (
          await agency.app.inject({
            url: `/api/UserManage?${query}`,
            headers: { authorization: `Bearer ${admin.token}` },
          })
        ).statusCode,
        query,
      ).toBe(400)
  })

  test('P-32 no response about users contains a password, a hash or a secret', async () => {
    const responses: string[] = []
    for (const path of ['', `/${pat.userId}`, '/contacts?q=Pat', `/${pat.userId}/visibility`])
      responses.push(
        (
          await agency.app.inject({
            url: `/api/UserManage${path}`,
            headers: { authorization: `Bearer ${admin.token}` },
          })
        ).body,
      )
    expect(responses.join()).toContain('Pat Example')
    expect(responses.join()).not.toMatch(/password|hash|secret(?!ondFactor)|argon2/i)
  })
})

describe('an installation for one organization', () => {
  let miami: TestApp
  let denise: Person
  let own: Person
  let foreign: Person
  beforeEach(async () => {
    miami = await startTestApp({ org: 'Miami' })
    ;[denise, own, foreign] = await Promise.all([
      miami.person({ roles: ['securityadmin'] }),
      miami.person({ roles: ['agent'] }),
      miami.person({ roles: ['agent'] }),
    ])
    await miami.db.updateTable('users').set({ org: 'Orlando' }).where('id', '=', foreign.userId).execute()
  })
  afterEach(() => miami.close())

  test('USER-01 P-26 its routes show and change only its own users; others are missing', async () => {
    const { data, totalRecords } = await denise.call(users.list, {})
    expect(data.map((row) => row.id).sort()).toEqual([denise.userId, own.userId].sort())
    expect(totalRecords).toBe(2)
    expect((await denise.call(users.list, { org: 'Orlando' })).totalRecords).toBe(0)
    const edit = editOf(await denise.call(users.one, { id: own.userId }))
    for (const [route, input] of callsOn(foreign.userId, edit))
      await expect(denise.call(route, input), name(route)).rejects.toMatchObject({
        code: 'user.not_found',
        status: 404,
      })
    const contactId = (await denise.call(users.one, { id: own.userId })).contactId
    const taken = (await denise.call(users.contacts, { q: 'Pat' })).filter((contact) => contact.id !== contactId)
    expect(taken.map((contact) => contact.takenBy)).toContain('another user')
  })

  test('P-27 P-33 the user in the path counts, never another one in the body', async () => {
    const read = editOf(await denise.call(users.one, { id: own.userId }))
    const before = await miami.db.selectFrom('users').selectAll().where('id', '=', foreign.userId).execute()
    const toForeign = await putRaw(miami, denise, String(foreign.userId), { ...read, id: own.userId })
    expect(toForeign).toMatchObject({ status: 404, code: 'user.not_found' })
    const toOwn = await putRaw(miami, denise, String(own.userId), {
      ...read,
      id: foreign.userId,
      phone: '3055550109',
    })
    expect(toOwn.status).toBe(200)
    const rules = { id: own.userId, rules: [{ agentId: null, resourceId: null }] }
    expect((await putRaw(miami, denise, `${foreign.userId}/visibility`, rules)).status).toBe(404)
    expect(await miami.db.selectFrom('users').selectAll().where('id', '=', foreign.userId).execute()).toEqual(before)
    expect((await denise.call(users.one, { id: own.userId })).phone).toBe('3055550109')
    expect(await miami.db.selectFrom('user_visibility').selectAll().execute()).toEqual([])
  })

  test('USER-01 an edit cannot move a user out of the organization or into it', async () => {
    const read = editOf(await denise.call(users.one, { id: own.userId }))
    for (const org of ['Orlando', null, ''])
      await expect(denise.call(users.edit, { ...read, org })).rejects.toMatchObject({
        code: 'request.invalid',
        details: [{ path: 'org' }],
      })
    expect((await denise.call(users.edit, { ...read, phone: '3055550100' })).org).toBe('Miami')
  })

  test('USER-01 an installation without an organization lists the users of all', async () => {
    const pat2 = await agency.person({ roles: ['agent'] })
    await agency.db.updateTable('users').set({ org: 'Orlando' }).where('id', '=', pat2.userId).execute()
    const ids = (await admin.call(users.list, { pageSize: 500 })).data.map((row) => row.id)
    expect(ids).toContain(pat2.userId)
    expect(ids).toContain(pat.userId)
    expect((await admin.call(users.list, { org: 'orl' })).data.map((row) => row.id)).toEqual([pat2.userId])
  })
})
