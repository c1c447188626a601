import { z } from 'zod'
import { mayRunAgency } from '../agency/agency-contract.ts'
import { oneLine } from '../fields/one-line.ts'
import { NoInput, route } from '../platform/route.ts'
import { AccountNumber, accountKinds } from './bank-account-contract.ts'
import { RoutingNumber } from './routing-number.ts'

/** Text of a NACHA file: printable ASCII, at most as long as its field. */
const fileText = (label: string, most: number) =>
  oneLine(most)
    .refine((text) => text !== '', `${label} is required`)
    .refine((text) => /^[\x20-\x7e]*$/.test(text), 'Letters without accents, digits and signs only')

const names = {
  bankName: fileText('Bank name', 23),
  /** Of the account that pays; also identifies the originating bank. */
  routingNumber: RoutingNumber,
  /** Routing number of the bank, or of the bank that receives its files. */
  immediateDestination: RoutingNumber,
  /** As the bank assigned it: often 1 and the EIN. */
  immediateOrigin: fileText('Immediate origin', 10),
  companyName: fileText('Company name', 16),
  companyId: fileText('Company id', 10),
  /** What agents read beside the amount. */
  entryDescription: fileText('Entry description', 10),
}

/** The agency's account at its bank, and its names in NACHA files. Null members until they are entered. */
export const PayoutSettings = z.object({
  version: z.number().int(),
  bankName: z.string(),
  routingNumber: z.string(),
  last4: z.string(),
  immediateDestination: z.string(),
  immediateOrigin: z.string(),
  companyName: z.string(),
  companyId: z.string(),
  entryDescription: z.string(),
  accountKind: z.enum(accountKinds),
  balanced: z.boolean(),
})
export type PayoutSettings = z.infer<typeof PayoutSettings>

/** Empty keeps the account number that is stored. */
const KeptNumber = z.union([z.literal(''), AccountNumber])
export const PayoutSettingsToSave = z.strictObject({
  /** 0 when nothing is entered yet. */
  version: z.number().int().min(0),
  accountNumber: KeptNumber.default(''),
  accountKind: z.enum(accountKinds).default('checking'),
  /** Whether files also debit the account, as some banks want (decision 191). */
  balanced: z.boolean().default(false),
  ...names,
})
export type PayoutSettingsToSave = z.output<typeof PayoutSettingsToSave>

export const payoutSettings = {
  read: route({
    method: 'GET',
    path: '/api/PayoutSettings',
    allow: mayRunAgency,
    audit: { nothing: 'the agency’s own bank, without the account number' },
    summary: 'The bank account that pays agents, and the names in NACHA files; version 0 before they are entered',
    input: NoInput,
    output: PayoutSettings,
  }),
  save: route({
    method: 'PUT',
    path: '/api/PayoutSettings',
    allow: mayRunAgency,
    audit: 'own',
    summary: 'Set the bank account that pays agents, and the names in NACHA files',
    input: PayoutSettingsToSave,
    output: PayoutSettings,
  }),
}
