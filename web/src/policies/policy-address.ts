import { Id } from '@coverdesk/domain/platform/page.ts'
import { PolicyQuery } from '@coverdesk/domain/policies/policy-contract.ts'
import { z } from 'zod'

/**
 * What the address of the list holds: the call's own filters, sort and page, the contact columns (?contact=1, A-051),
 * and the policy whose detail is open (?policy=ID), so that it can be linked and Back closes it. Every filter in it has
 * its place in the filter bar, so that none narrows the list unseen.
 */
export const PolicyAddress = PolicyQuery.omit({ agentId: true }).extend({
  contact: z.enum(['1']).optional(),
  policy: Id.optional(),
})
export type PolicyAddress = z.infer<typeof PolicyAddress>
