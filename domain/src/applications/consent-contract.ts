import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { oneLine } from '../fields/one-line.ts'
import { route } from '../platform/route.ts'

/** The id of a consent link: 32 random bytes. Any text is taken, so that a wrong one is answered as an unknown one. */
const LinkId = z.string().max(200)

const Shown = z.object({
  title: z.string(),
  parts: z.array(z.object({ heading: z.string(), text: z.array(z.string()), points: z.array(z.string()) })),
  agreement: z.string(),
  /** Of the text, in hexadecimal: goes back with the signature, so that what was read is what is signed. */
  sha256: z.string(),
})

/** What the page of a link shows: the text to sign, or when it was signed. */
export const ConsentPage = z.object({
  /** Of the application, for a question by telephone. */
  number: z.number().int(),
  agency: z.string(),
  applicant: z.string(),
  agentName: z.string().nullable(),
  agentNpn: z.string().nullable(),
  /** The one that the agency chose to write in. */
  language: z.enum(['en', 'es']),
  signedDate: z.string().nullable(),
  /** Until when the link works. */
  expires: z.string(),
  texts: z.object({ en: Shown, es: Shown }),
})
export type ConsentPage = z.infer<typeof ConsentPage>

/** What is signed: the text of that hash, ticked, with the full name. */
export const ConsentSignature = z.strictObject({
  id: LinkId,
  language: z.enum(['en', 'es']),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  agreed: z.literal(true),
  signedName: oneLine(150).min(2, 'Full name is required'),
})

/**
 * The public page behind /sign/?id=… (CONSUMER-11): no session, throttled by address. The id travels in the body, so that
 * no log of addresses holds it. An id that is unknown, replaced or expired is one and the same not-found answer.
 */
export const consent = {
  page: route({
    method: 'POST',
    path: '/api/Consent',
    allow: anyone,
    audit: { reads: 'internal-application', by: 'number', of: null },
    repeat: { harmless: 'it changes nothing' },
    summary: 'The consent that a link asks for',
    input: z.strictObject({ id: LinkId }),
    output: ConsentPage,
  }),
  sign: route({
    method: 'POST',
    path: '/api/Consent/sign',
    allow: anyone,
    audit: 'own',
    summary: 'Sign the consent that a link asks for; once it is signed it stays as it is',
    input: ConsentSignature,
    output: z.object({ signedDate: z.string() }),
  }),
}
