import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { normalizeClaims, normalizeRoles, rightChanges } from '@coverdesk/domain/users/right-changes.ts'
import type { RoleTemplate, RoleTemplateFields, roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'

/** Creates a role template; fails with `role_template.name_taken` for a name in use, ignoring case. */
export const createRoleTemplate: Handler<typeof roleTemplates.create> = (call, given) =>
  inTransaction(call.db, async (db) => {
    const fields = normalized(given)
    const { rows } = await sql<RoleTemplate>`
      insert into role_templates (name, roles, claims, has_full_agent_access)
      values (${fields.name}, ${fields.roles}, ${fields.claims}, ${fields.hasFullAgentAccess})
      returning ${columns}`.execute(db)
    const saved = rows[0] ?? fail('server.error')
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'role template',
      entityId: saved.id,
      outcome: 'done',
      facts: { name: saved.name, ...rightChanges(none, rightsOf(saved)) },
    })
    return saved
  })

/** Changes a role template, not its users; fails with `record.changed` when someone else changed it first (P-74). */
export const editRoleTemplate: Handler<typeof roleTemplates.edit> = (call, { id, version, ...given }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockTemplate(db, id, version)
    const fields = normalized(given)
    const { rows } = await sql<RoleTemplate>`
      update role_templates set name = ${fields.name}, roles = ${fields.roles}, claims = ${fields.claims},
        has_full_agent_access = ${fields.hasFullAgentAccess}, version = version + 1
      where id = ${id} returning ${columns}`.execute(db)
    const saved = rows[0] ?? fail('record.not_found')
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'role template',
      entityId: id,
      outcome: 'done',
      facts: {
        name: saved.name,
        ...(before.name === saved.name ? {} : { nameBefore: before.name }),
        ...rightChanges(rightsOf(before), rightsOf(saved)),
      },
    })
    return saved
  })

export const removeRoleTemplate: Handler<typeof roleTemplates.remove> = (call, { id, version }) =>
  inTransaction(call.db, async (db) => {
    const { name } = await lockTemplate(db, id, version)
    await sql`delete from role_templates where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'delete',
      entity: 'role template',
      entityId: id,
      outcome: 'done',
      facts: { name },
    })
    return done
  })

const columns = sql`id, version, name, roles, claims, has_full_agent_access as "hasFullAgentAccess"`
const none = { roles: [], claims: [], hasFullAgentAccess: false, enable: true, applicationId: null }

function rightsOf({ roles, claims, hasFullAgentAccess }: RoleTemplate) {
  return { roles, claims, hasFullAgentAccess, enable: true, applicationId: null }
}

function normalized(fields: RoleTemplateFields): RoleTemplateFields {
  return { ...fields, roles: normalizeRoles(fields.roles), claims: normalizeClaims(fields.claims) }
}

async function lockTemplate(db: Db, id: number, version: number): Promise<RoleTemplate> {
  const { rows } = await sql<RoleTemplate>`select ${columns} from role_templates where id = ${id} for update`.execute(
    db,
  )
  const found = rows[0] ?? fail('record.not_found')
  if (found.version !== version) fail('record.changed')
  return found
}
