import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { PersonPolicy } from './person-contract.ts'

/** Customer who is the insured of a policy, and how they were matched. */
export const PolicyCustomer = z.object({
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Instant at which they became a customer. */
  since: z.string(),
  matchedBy: PersonPolicy.shape.matchedBy,
  /** Their other policies that the caller can see. */
  otherPolicies: z.array(PersonPolicy.pick({ id: true, policyNumber: true, carrierName: true, status: true })),
})
export type PolicyCustomer = z.infer<typeof PolicyCustomer>

/** Records that name a member: the carrier's file, or an application of the household. */
export const memberSources = ['carrier', 'offline', 'marketplace'] as const

/** Person on a policy; `record` is the application, null for the carrier's file. */
export const PolicyMember = z.object({
  name: z.string(),
  /** 'subscriber', or the relation to the applicant; '' if unknown. */
  relation: z.string(),
  dob: z.string().nullable(),
  sex: z.string().nullable(),
  memberId: z.string().nullable(),
  source: z.enum(memberSources),
  record: z.union([z.number().int(), z.string()]).nullable(),
})
export type PolicyMember = z.infer<typeof PolicyMember>

/** Customers and members of a policy, as far as the caller may read them. */
export const PolicyPeople = z.object({
  /** Null when the caller may not read customers. */
  customers: z.array(PolicyCustomer).nullable(),
  /** The subscriber first. */
  members: z.array(PolicyMember),
})
export type PolicyPeople = z.infer<typeof PolicyPeople>

export const policyPeople = {
  people: route({
    method: 'GET',
    path: '/api/Policies/{id}/people',
    allow: sectionRules.Policies.allow,
    audit: { reads: 'policy' },
    summary: 'The customers and the members of a policy, as far as the user may read them',
    input: z.strictObject({ id: Id }),
    output: PolicyPeople,
  }),
}
