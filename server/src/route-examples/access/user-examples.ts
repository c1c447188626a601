import { randomUUID } from 'node:crypto'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import type { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import type { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'
import { anyUser, common, done, type ExamplesOf, nothing, type Scene, userUpdate } from '../example.ts'
import { nowhere } from '../example-records.ts'

const eachUser = <More extends object>(more: (scene: Scene) => More) => ({
  own: (scene: Scene) => ({ id: scene.me.userId, ...more(scene) }),
  others: (scene: Scene) => ({ id: scene.other.userId, ...more(scene) }),
  missing: (scene: Scene) => ({ id: nowhere, ...more(scene) }),
})

export const userExamples: ExamplesOf<typeof users> = {
  list: nothing,
  roles: nothing,
  one: { answers: anyUser, ...eachUser(() => ({})) },
  edit: {
    answers: anyUser,
    own: async ({ agency, me }) => await editOf(agency, me.userId),
    others: async ({ agency, other }) => await editOf(agency, other.userId),
    missing: async ({ agency, other }) => ({ ...(await editOf(agency, other.userId)), id: nowhere }),
    leaves: userUpdate,
  },
  link: {
    answers: anyUser,
    own: ({ me }) => ({ id: me.userId, contactId: me.contactId }),
    others: async ({ agency, other }) => ({ id: other.userId, contactId: await contactOf(agency) }),
    missing: async ({ agency }) => ({ id: nowhere, contactId: await contactOf(agency) }),
    leaves: userUpdate,
  },
  contacts: { answers: done, own: () => ({ q: 'Example' }) },
  agents: { answers: done, own: () => ({ q: 'Example' }) },
  agentOfEmail: {
    answers: done,
    own: () => ({ email: 'unknown@example.com' }),
    shows: ({ me }) => ({ email: me.userName }),
  },
  visibility: { answers: anyUser, ...eachUser(() => ({})) },
  setVisibility: {
    answers: anyUser,
    ...eachUser(() => ({ rules: [] })),
    leaves: { action: 'update', entity: 'user visibility' },
  },
  previewVisibility: { answers: anyUser, ...eachUser(() => ({ rules: [] })) },
  removeSecondFactor: { answers: { own: 403, others: 200, missing: 404 }, ...eachUser(() => ({})), leaves: userUpdate },
}

export const userAccessExamples: ExamplesOf<typeof userAccess> = {
  one: { answers: anyUser, ...eachUser(() => ({})) },
  history: { answers: anyUser, ...eachUser(() => ({})) },
  signOut: { answers: anyUser, ...eachUser(() => ({})), leaves: { action: 'logout', entity: 'user' } },
}

const template = { roles: ['agent' as const], claims: ['view.Policy'], hasFullAgentAccess: false }
const templateName = () => `Template ${randomUUID()}`

export const roleTemplateExamples: ExamplesOf<typeof roleTemplates> = {
  list: nothing,
  create: {
    answers: done,
    own: () => ({ ...template, name: templateName() }),
    leaves: { action: 'create', entity: 'role template' },
  },
  edit: {
    answers: common,
    own: async ({ agency }) => ({ ...template, name: templateName(), ...(await newTemplate(agency)) }),
    missing: () => ({ ...template, name: templateName(), id: nowhere, version: 1 }),
    leaves: { action: 'update', entity: 'role template' },
  },
  remove: {
    answers: common,
    own: ({ agency }) => newTemplate(agency),
    missing: () => ({ id: nowhere, version: 1 }),
    leaves: { action: 'delete', entity: 'role template' },
  },
}

async function newTemplate({ db }: TestApp): Promise<{ id: number; version: number }> {
  return await db
    .insertInto('role_templates')
    .values({ name: templateName() })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** The user as Edit sends it, with another language. */
async function editOf(agency: TestApp, id: number): Promise<InputOf<typeof users.edit>> {
  const { rows } = await sql<InputOf<typeof users.edit>>`
    select id, version, email, phone, type_id as "typeId", case language when 'en' then 'es' else 'en' end as language,
      enabled as enable, org, roles, claims, has_full_agent_access as "hasFullAgentAccess", application_id as "applicationId"
    from users where id = ${id}`.execute(agency.db)
  if (!rows[0]) throw new Error('No such user')
  return rows[0]
}

async function contactOf(agency: TestApp): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Una', last_name: 'Linked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
