import { Id } from '@coverdesk/domain/platform/page.ts'
import { PolicyQuery } from '@coverdesk/domain/policies/policy-contract.ts'
import { z } from 'zod'

/**
 * URL state of the list: filters, sort, page, contact columns (?contact=1, A-051), and the open policy (?policy=ID), so
 * that it can be linked and Back closes it. Every filter in it is visible in the filter bar.
 */
export const PolicyAddress = PolicyQuery.omit({ agentId: true }).extend({
  contact: z.enum(['1']).optional(),
  policy: Id.optional(),
})
export type PolicyAddress = z.infer<typeof PolicyAddress>
