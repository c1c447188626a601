import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { route } from '../platform/route.ts'

/** What stands in the link of an e-mail: sealed, and good for as long as the installation stands. */
export const OptOutToken = z.string().max(1_000)

/** What the page behind the link shows: nothing of the person but an address that only they recognise. */
export const OptOutPage = z.object({
  agency: z.string(),
  /** Masked. */
  address: z.string(),
  /** The one that the e-mail was written in. */
  language: z.enum(['en', 'es']),
  optedOut: z.boolean(),
})
export type OptOutPage = z.infer<typeof OptOutPage>

/**
 * The public page behind /stop-emails?id=… (CAN-SPAM, 15 U.S.C. 7704(a)(3)): no session, no questions. The id travels in
 * the body, so that no log of addresses holds it. Mail programs post to the address of the page itself (RFC 8058).
 */
export const optOut = {
  page: route({
    method: 'POST',
    path: '/api/OptOut',
    allow: anyone,
    audit: { nothing: 'a masked address' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Whether the address of an e-mail’s link gets e-mails',
    input: z.strictObject({ id: OptOutToken }),
    output: OptOutPage,
  }),
  set: route({
    method: 'PUT',
    path: '/api/OptOut',
    allow: anyone,
    audit: 'own',
    whileDiskIsLow: true,
    summary: 'Want no more e-mails at the address of an e-mail’s link, or again want some',
    input: z.strictObject({ id: OptOutToken, optedOut: z.boolean() }),
    output: OptOutPage,
  }),
}
