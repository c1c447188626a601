import { z } from 'zod'
import { ClaimText } from '../access/claim-text.ts'
import { roles } from '../access/rights.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'

export const roleTemplateSorts = ['name'] as const

export const RoleTemplateFilters = listQuery(roleTemplateSorts, { name: TextFilter })
export type RoleTemplateFilters = z.infer<typeof RoleTemplateFilters>

/** Named set of rights from which a new user starts. */
export const RoleTemplate = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  claims: z.array(z.string()),
  hasFullAgentAccess: z.boolean(),
})
export type RoleTemplate = z.infer<typeof RoleTemplate>

export const RoleTemplateFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required').max(60),
  roles: z.array(z.enum(roles)),
  claims: z.array(ClaimText).max(200),
  hasFullAgentAccess: z.boolean(),
})
export type RoleTemplateFields = z.output<typeof RoleTemplateFields>

const key = { id: Id, version: Id }

export const roleTemplates = {
  list: route({
    method: 'GET',
    path: '/api/RoleTemplate',
    allow: 'securityadmin',
    audit: { nothing: "the agency's names of rights" },
    summary: 'Role templates, from which a new user starts',
    input: RoleTemplateFilters,
    output: page(RoleTemplate),
  }),
  create: route({
    method: 'POST',
    path: '/api/RoleTemplate',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Create a role template',
    input: RoleTemplateFields,
    output: RoleTemplate,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/RoleTemplate/{id}',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Change a role template; users keep the rights that they have',
    input: RoleTemplateFields.extend(key),
    output: RoleTemplate,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/RoleTemplate/{id}',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Delete a role template; users keep the rights that they have',
    input: z.strictObject(key),
    output: Done,
  }),
}
