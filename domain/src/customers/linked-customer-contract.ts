import { z } from 'zod'
import { route } from '../platform/route.ts'

/**
 * Customer who can sign in and see the application they were created from. `key` is a temporary password that until
 * `until` only lets its owner set a password (promises 1). Only this answer contains it.
 */
export const LinkedCustomer = z.object({
  customerId: z.number().int(),
  /** Login. */
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
    summary: 'Turn the applicant of a marketplace application into a customer with a login; returns a one-time key',
    input: z.strictObject({ appId: z.string().trim().min(1).max(50) }),
    output: LinkedCustomer,
  }),
}
