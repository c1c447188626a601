import { roles } from '@coverdesk/domain/access/rights.ts'
import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { roleTemplates } from '@coverdesk/domain/users/role-template-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { agentOfEmail } from './agent-of-email.ts'
import { editUser } from './edit-user.ts'
import { decideGrant, listGrants, withdrawGrant } from './grants/decide-grant.ts'
import { linkUser } from './link-user.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { roleTemplateList } from './templates/role-template-list.ts'
import { createRoleTemplate, editRoleTemplate, removeRoleTemplate } from './templates/save-role-template.ts'
import { userList } from './user-list.ts'
import { findContacts, findRuleAgents, findUser, visibilityOf } from './user-queries.ts'
import type { AreaLists } from './visibility/area-lists.ts'
import { previewVisibility } from './visibility/preview-visibility.ts'
import { setVisibility } from './visibility/set-visibility.ts'

export function userRoutes(on: Bind, { areaLists }: { areaLists: AreaLists }): void {
  on(users.list, ({ db, services }, query) =>
    listPage(db, userList, { ...query, withinOrg: services.config.org ?? undefined }, { all: true }),
  )
  on(users.roles, async () => roles.map((name, index) => ({ id: index + 1, name })))
  on(users.contacts, ({ db, services }, { q }) => findContacts(db, services.config.org, q))
  on(users.agents, ({ db }, { q }) => findRuleAgents(db, q))
  on(users.agentOfEmail, async ({ db, services }, { email }) => {
    const { answer } = await agentOfEmail(db, services.config.org, email)
    return answer
  })
  on(users.one, ({ db, services }, { id }) => findUser(db, services.config.org, id))
  on(users.edit, editUser)
  on(users.link, linkUser)
  on(users.visibility, async ({ db, services }, { id }) => {
    await findUser(db, services.config.org, id)
    return await visibilityOf(db, id)
  })
  on(users.setVisibility, setVisibility)
  on(users.previewVisibility, previewVisibility(areaLists))
  on(users.removeSecondFactor, removeSecondFactor)
  on(roleTemplates.list, ({ db }, query) => listPage(db, roleTemplateList, query, { all: true }))
  on(roleTemplates.create, createRoleTemplate)
  on(roleTemplates.edit, editRoleTemplate)
  on(roleTemplates.remove, removeRoleTemplate)
  on(rightsGrants.list, ({ db, services, now }) => listGrants(db, services.config.org, now))
  on(rightsGrants.decide, decideGrant)
  on(rightsGrants.withdraw, withdrawGrant)
}
