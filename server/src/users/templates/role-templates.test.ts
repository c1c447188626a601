import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

let made = 0
const newName = () => `Template ${++made}`
const create = (more: object = {}) =>
  admin.call(roleTemplates.create, {
    name: newName(),
    roles: ['agent'],
    claims: [],
    hasFullAgentAccess: false,
    ...more,
  })
const register = (rights: object, by = admin) => {
  const user = `template-${++made}@agency.test`
  const pass = 'Unheard-Of-Phrase1'
  return by.call(passwords.register, { user, email: user, pass, pass_confirm: pass, ...rights })
}

describe('role templates', () => {
  test('a new agency has four, whose users enter the portal with the sections of their work', async () => {
    const { data } = await admin.call(roleTemplates.list, {})
    expect(data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Agency administrator', 'Agent', 'Office', 'Security']),
    )
    const opens = (name: string, section: keyof typeof sectionRules) => {
      const template = data.find((one) => one.name === name)
      return template !== undefined && mayPass(sectionRules[section].allow, template)
    }
    for (const { name, roles } of data) expect(roles, name).toContain('agent')
    expect(opens('Agent', 'Policies')).toBe(true)
    expect(opens('Agent', 'Administration')).toBe(false)
    expect(opens('Agency administrator', 'Administration')).toBe(true)
    expect(opens('Agency administrator', 'Security')).toBe(false)
    expect(opens('Office', 'Commission')).toBe(false)
    expect(opens('Security', 'Security')).toBe(true)
  })

  test('are created, changed and deleted; each change is in the audit record in words', async () => {
    const name = newName()
    const created = await create({ name, claims: ['VIEW.policy', 'view.Lead'] })
    // Known claims in their spelling and order.
    expect(created.claims).toEqual(['view.Lead', 'view.Policy'])
    const { id } = created
    const change = {
      id,
      version: 1,
      name: `${name} East`,
      roles: created.roles,
      claims: ['view.Lead'],
      hasFullAgentAccess: true,
    }
    expect(await admin.call(roleTemplates.edit, change)).toMatchObject({ version: 2, name: `${name} East` })
    await expect(admin.call(roleTemplates.edit, change)).rejects.toMatchObject({ code: 'record.changed' })
    await admin.call(roleTemplates.remove, { id, version: 2 })
    await expect(admin.call(roleTemplates.remove, { id, version: 2 })).rejects.toMatchObject({ status: 404 })
    const auditor = await agency.person({ roles: ['administrator', 'agent'], claims: ['view.AuditLog'] })
    const { data } = await auditor.call(auditLog.list, { entity: 'role template', pageSize: 500 })
    const event = data.find(({ entityId, action }) => entityId === String(id) && action === 'update')
    const { sentences, user } = await auditor.call(auditLog.one, { id: event?.id ?? 0 })
    expect(sentences).toEqual([
      `${user} changed the role template ${name} East, named ${name} before.`,
      `${user} gave the role template ${name} East full agent access.`,
      `${user} took the claim view.Policy from the role template ${name} East.`,
    ])
  })

  test('a name in use is refused, ignoring case', async () => {
    const { name } = await create()
    await expect(create({ name: name.toUpperCase() })).rejects.toMatchObject({ code: 'role_template.name_taken' })
    await expect(create({ name: ' ' })).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'name', message: 'Name is required' }],
    })
  })

  test('need the security administrator', async () => {
    const other = await agency.person({ roles: ['administrator', 'agent'] })
    await expect(other.call(roleTemplates.list, {})).rejects.toMatchObject({ status: 403 })
    await expect(
      other.call(roleTemplates.create, { name: newName(), roles: [], claims: [], hasFullAgentAccess: false }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('registering with rights', () => {
  test('USER-05 a new user has the roles, claims and access of the form, and the visibility rules of the colleague', async () => {
    const colleague = await agency.person({ roles: ['agent'], visibility: [['__all__', 'Lead']] })
    const { id } = await register({
      roles: ['agent'],
      claims: ['view.Lead', 'office.east'],
      hasFullAgentAccess: true,
      visibilityFrom: colleague.userId,
    })
    expect(await admin.call(users.one, { id: id ?? 0 })).toMatchObject({
      roles: ['agent'],
      claims: ['view.Lead', 'office.east'],
      hasFullAgentAccess: true,
    })
    expect(await admin.call(users.visibility, { id: id ?? 0 })).toMatchObject([
      { agentId: '__all__', resourceId: 'Lead' },
    ])
    await expect(register({ visibilityFrom: 999_999_999 })).rejects.toMatchObject({ status: 404 })
  })

  test('P-34 rights beyond the own ones wait for a second security administrator, the others are given', async () => {
    await agency.person({ roles: ['securityadmin'] })
    const grantor = await agency.person({ roles: ['securityadmin', 'agent'], claims: ['view.Lead'] })
    await agency.db.updateTable('agency_settings').set({ second_approval: true }).execute()
    const { id, waiting } = await register(
      { roles: ['agent', 'administrator'], claims: ['view.Lead', 'admin.Policy'], hasFullAgentAccess: true },
      grantor,
    )
    await agency.db.updateTable('agency_settings').set({ second_approval: false }).execute()
    expect(waiting).toBe(true)
    expect(await admin.call(users.one, { id: id ?? 0 })).toMatchObject({
      roles: ['agent'],
      claims: ['view.Lead'],
      hasFullAgentAccess: false,
    })
  })

  test('the public cannot set rights', async () => {
    const user = `public-${++made}@example.com`
    const pass = 'Unheard-Of-Phrase1'
    for (const rights of [{ claims: ['view.Lead'] }, { hasFullAgentAccess: true }, { visibilityFrom: 1 }]) {
      const answer = await agency.app.inject({
        method: 'POST',
        url: '/identity/register',
        payload: { user, email: user, pass, pass_confirm: pass, ...rights },
      })
      expect(answer.statusCode, JSON.stringify(rights)).toBe(403)
    }
  })
})
