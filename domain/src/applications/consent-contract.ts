import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { oneLine } from '../fields/one-line.ts'
import { route } from '../platform/route.ts'

/** Id of a consent link: 32 random bytes. Accepts any text, so that a malformed id is answered like an unknown one. */
const LinkId = z.string().max(200)

const Shown = z.object({
  title: z.string(),
  parts: z.array(z.object({ heading: z.string(), text: z.array(z.string()), points: z.array(z.string()) })),
  agreement: z.string(),
  /**
   * SHA-256 of the text in hexadecimal; sent back with the signature, so that the text that was read is the text that
   * is signed.
   */
  sha256: z.string(),
})

/** Page of a consent link: the text to sign, or when it was signed. */
export const ConsentPage = z.object({
  /** Number of the application, or its id at the exchange, for questions by telephone. */
  reference: z.string(),
  /** The record that is shown, for the audit record. */
  shown: z.array(z.object({ kind: z.string(), data: z.array(z.object({ id: z.number().int() })) })),
  agency: z.string(),
  applicant: z.string(),
  agentName: z.string().nullable(),
  agentNpn: z.string().nullable(),
  /** Language that the agency chose. */
  language: z.enum(['en', 'es']),
  signedDate: z.string().nullable(),
  revokedDate: z.string().nullable(),
  /** When the link expires. */
  expires: z.string(),
  texts: z.object({ en: Shown, es: Shown }),
})
export type ConsentPage = z.infer<typeof ConsentPage>

/** Signature: the hash of the text, the ticked box and the full name. */
export const ConsentSignature = z.strictObject({
  id: LinkId,
  language: z.enum(['en', 'es']),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  agreed: z.literal(true),
  signedName: oneLine(150).min(2, 'Type your full name'),
})

const ofSigning = { notNeeded: 'it is how the client reads, signs and revokes' } as const

/**
 * Public page behind /sign/?id=… (CONSUMER-11): no session, rate-limited by address. The id travels in the body, so
 * that no access log contains it. An unknown, replaced or expired id gets the same not-found answer.
 */
export const consent = {
  page: route({
    method: 'POST',
    path: '/api/Consent',
    allow: anyone,
    audit: { reads: 'internal-application', of: null, groups: 'shown' },
    repeat: { harmless: 'it changes nothing' },
    clientConsent: ofSigning,
    summary: 'The consent of a link',
    input: z.strictObject({ id: LinkId }),
    output: ConsentPage,
  }),
  sign: route({
    method: 'POST',
    path: '/api/Consent/sign',
    allow: anyone,
    audit: 'own',
    clientConsent: ofSigning,
    summary: 'Sign the consent of a link; a signed consent never changes',
    input: ConsentSignature,
    output: z.object({ signedDate: z.string() }),
  }),
  revoke: route({
    method: 'POST',
    path: '/api/Consent/revoke',
    allow: anyone,
    audit: 'own',
    repeat: { harmless: 'a revoked consent stays revoked' },
    clientConsent: ofSigning,
    summary: 'Revoke the signed consent of a link',
    input: z.strictObject({ id: LinkId }),
    output: z.object({ revokedDate: z.string() }),
  }),
}
