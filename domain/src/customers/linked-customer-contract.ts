import { z } from 'zod'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayMakeCustomersOfPolicies, mayUseCustomers } from './customer-making-rights.ts'

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
    clientConsent: { notNeeded: 'it creates a login for the client, and asks the exchange nothing' },
    summary: 'Turn the applicant of a marketplace application into a customer with a login; returns a one-time key',
    input: z.strictObject({ appId: z.string().trim().min(1).max(50) }),
    output: LinkedCustomer,
  }),
}

/** Customer that a person became, or already was. */
export const MadeCustomer = z.object({ customerId: z.number().int(), created: z.boolean() })
export type MadeCustomer = z.infer<typeof MadeCustomer>

/** Customers that the insured of many policies became or were, and the policies of which none could be made. */
export const MadeCustomers = z.object({
  created: z.number().int(),
  known: z.number().int(),
  refused: z.array(z.object({ id: z.number().int(), why: z.string() })),
})
export type MadeCustomers = z.infer<typeof MadeCustomers>

/** Maximum number of policies at once: a page of their list. */
export const maxPoliciesAtOnce = 500

/** A lead, a paper application or an insured becomes a customer with their data; repeated, the same customer is returned. */
export const customerMaking = {
  ofLead: route({
    method: 'POST',
    path: '/api/Lead/{id}/customer',
    allow: `agent view.Lead|admin.Lead ${mayUseCustomers}`,
    audit: 'own',
    summary: 'Turn a lead into a customer, or link it to the customer that the person already is',
    input: z.strictObject({ id: Id }),
    output: MadeCustomer,
  }),
  ofOffline: route({
    method: 'POST',
    path: '/api/OfflineApp/{id}/customer',
    allow: `agent view.OfflineApp|admin.OfflineApp ${mayUseCustomers}`,
    audit: 'own',
    summary: 'Turn the applicant of an offline application into a customer, or link it to the existing one',
    input: z.strictObject({ id: Id }),
    output: MadeCustomer,
  }),
  ofPolicy: route({
    method: 'POST',
    path: '/api/Policies/{id}/customer',
    allow: mayMakeCustomersOfPolicies,
    audit: 'own',
    summary: 'Turn the insured of a policy into a customer, or return the customer that the person already is',
    input: z.strictObject({ id: Id }),
    output: MadeCustomer,
  }),
  ofPolicies: route({
    method: 'POST',
    path: '/api/Policies/customers',
    allow: mayMakeCustomersOfPolicies,
    audit: 'own',
    summary: 'Turn the insured of many policies into customers; names those of which none can be made',
    input: z.strictObject({
      ids: z
        .array(Id)
        .min(1)
        .max(maxPoliciesAtOnce, `At most ${maxPoliciesAtOnce} at once`)
        .refine((ids) => new Set(ids).size === ids.length, 'Each policy once'),
    }),
    output: MadeCustomers,
  }),
}
