import type { RoleTemplate } from '@coverdesk/domain/users/role-template-contract.ts'
import type { ListDeclaration } from '../../platform/lists/list-declaration.ts'
import { startsWith } from '../../platform/lists/list-filters.ts'

/** The list of role templates, by name. */
export const roleTemplateList: ListDeclaration = {
  name: 'role_templates',
  table: 'role_templates r',
  key: 'r.id',
  versioned: true,
  joins: '',
  filters: { name: { ...startsWith('r.name'), rangeSort: 'name' } },
  sorts: { name: ['plain_text(r.name) collate "C"'] },
  defaultSort: { sort: 'name', order: 'asc' },
  columns: {
    id: 'r.id',
    version: 'r.version',
    name: 'r.name',
    roles: 'r.roles',
    claims: 'r.claims',
    hasFullAgentAccess: 'r.has_full_agent_access',
  } satisfies Record<keyof RoleTemplate, string>,
}
