import { z } from 'zod'
import { route } from '../platform/route.ts'

/**
 * A customer who can sign in and see the application they were made of. `key` is a temporary password: until `until` it
 * lets its owner set one of their own and does nothing else (promises 1). It is in this one answer and nowhere else.
 */
export const LinkedCustomer = z.object({
  customerId: z.number().int(),
  /** What they log in as. */
  email: z.string(),
  key: z.string(),
  until: z.string(),
})
export type LinkedCustomer = z.infer<typeof LinkedCustomer>

export const linkedCustomers = {
  create: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/customer',
    allow: 'admin.Application',
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'Make the applicant of a marketplace application a customer who may log in; answers a one-time key',
    input: z.strictObject({ appId: z.string().trim().min(1).max(50) }),
    output: LinkedCustomer,
  }),
}
