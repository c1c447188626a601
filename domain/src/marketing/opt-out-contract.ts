import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { route } from '../platform/route.ts'

/** Token in the link of an email: encrypted, without expiry. */
export const OptOutToken = z.string().max(1_000)

/** Page behind the link: shows only a masked address that its owner recognizes. */
export const OptOutPage = z.object({
  agency: z.string(),
  /** Masked. */
  address: z.string(),
  /** Language of the email. */
  language: z.enum(['en', 'es']),
  optedOut: z.boolean(),
})
export type OptOutPage = z.infer<typeof OptOutPage>

/**
 * Public page behind /stop-emails?id=… (CAN-SPAM, 15 U.S.C. 7704(a)(3)): no session, no questions. The id travels in
 * the body, so that no access log contains it. Mail programs post to the address of the page itself (RFC 8058).
 */
export const optOut = {
  page: route({
    method: 'POST',
    path: '/api/OptOut',
    allow: anyone,
    audit: { nothing: 'a masked address' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Whether the address of an opt-out link receives emails',
    input: z.strictObject({ id: OptOutToken }),
    output: OptOutPage,
  }),
  set: route({
    method: 'PUT',
    path: '/api/OptOut',
    allow: anyone,
    audit: 'own',
    whileDiskIsLow: true,
    summary: 'Opt the address of an opt-out link out of emails, or in again',
    input: z.strictObject({ id: OptOutToken, optedOut: z.boolean() }),
    output: OptOutPage,
  }),
}
