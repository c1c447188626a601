import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { AgentId } from '../pay-terms/pay-term-fields.ts'
import { Id, listQuery, NotSet, page } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'
import { RoutingNumber } from './routing-number.ts'

/** Claim expression for the accounts of agents: reading, entering and approving. */
export const mayRunBankAccounts = sectionRules.Commission.links['Bank Accounts']

export const accountKinds = ['checking', 'savings'] as const
/** A person's account gets PPD entries, a business account CCD entries. */
export const accountHolders = ['consumer', 'business'] as const
/** An account is used once a second person approved it. */
export const accountStatuses = ['waiting', 'approved', 'refused', 'withdrawn'] as const
export type AccountStatus = (typeof accountStatuses)[number]

const digitCount = 'An account number has 5 to 17 digits'
/** Account number; spaces and hyphens are dropped. */
export const AccountNumber = z
  .string({ error: 'Account number is required' })
  .max(40, digitCount)
  .transform((typed, context) => {
    const digits = typed.replace(/[\s-]/g, '')
    if (/^\d{5,17}$/.test(digits)) return digits
    context.addIssue({ code: 'custom', message: digits === '' ? 'Account number is required' : digitCount })
    return z.NEVER
  })

const fields = {
  routingNumber: RoutingNumber,
  accountNumber: AccountNumber,
  kind: z.enum(accountKinds, { error: 'Choose checking or savings' }),
  holder: z.enum(accountHolders, { error: 'Choose personal or business' }),
  holderName: oneLine(60)
    .refine((name) => name !== '', 'Name on the account is required')
    .refine(
      (name) => name === '' || /[a-z]/i.test(name.normalize('NFD')),
      'Write the name in Latin letters: banks take no others',
    ),
  /** First day of payments to it. */
  startDate: z.string({ error: 'Start date is required' }).min(1, 'Start date is required').pipe(CalendarDate),
}
export const OwnBankAccount = z.strictObject(fields)
export const NewBankAccount = z.strictObject({ agentId: AgentId, ...fields })

/** An account as it is shown: never with its number. */
export const BankAccount = z.object({
  id: z.number().int(),
  version: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  routingNumber: z.string(),
  last4: z.string(),
  kind: z.enum(accountKinds),
  holder: z.enum(accountHolders),
  holderName: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  status: z.enum(accountStatuses),
  enteredById: z.number().int(),
  enteredBy: z.string(),
  enteredAt: z.string(),
  decidedBy: z.string().nullable(),
  /** Other agents with the same account, for the one who approves. */
  sameAs: z.string().nullable(),
})
export type BankAccount = z.infer<typeof BankAccount>

export const bankAccountSorts = ['agent', 'newest'] as const
export const BankAccountFilters = listQuery(bankAccountSorts, {
  agentId: NotSet.or(Id).optional(),
  status: NotSet.or(z.enum(accountStatuses)).optional(),
})

const path = '/api/BankAccounts'
const version = z.number().int().min(1)

export const bankAccounts = {
  list: route({
    method: 'GET',
    path,
    allow: mayRunBankAccounts,
    audit: { reads: 'bank-account' },
    summary: 'Bank accounts of agents with the last four digits; Accept pdf, xlsx or csv exports all filtered rows',
    input: BankAccountFilters,
    output: page(BankAccount),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  enter: route({
    method: 'POST',
    path,
    allow: mayRunBankAccounts,
    audit: 'own',
    summary: 'Enter the account of an agent; it waits for the approval of a second person',
    input: NewBankAccount,
    output: BankAccount,
  }),
  decide: route({
    method: 'POST',
    path: `${path}/{id}/decision`,
    allow: mayRunBankAccounts,
    audit: 'own',
    summary: 'Approve or refuse an account as the second person; approval ends the account before it',
    input: z.strictObject({ id: Id, version, approve: z.boolean() }),
    output: BankAccount,
  }),
  end: route({
    method: 'POST',
    path: `${path}/{id}/end`,
    allow: mayRunBankAccounts,
    audit: 'own',
    summary: 'Stop paying to an account, or withdraw one that waits',
    input: z.strictObject({ id: Id, version }),
    output: BankAccount,
  }),
  own: route({
    method: 'GET',
    path: '/api/OwnBankAccounts',
    allow: 'agent',
    audit: { reads: 'bank-account' },
    summary: "The user's own accounts, newest first",
    input: NoInput,
    output: z.array(BankAccount),
  }),
  enterOwn: route({
    method: 'POST',
    path: '/api/OwnBankAccounts',
    allow: 'agent',
    audit: 'own',
    summary: "Enter the user's own account; it waits for approval",
    input: OwnBankAccount,
    output: BankAccount,
  }),
}
