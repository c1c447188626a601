import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { ExchangeId, mayReadApplications } from '../marketplace/marketplace-contract.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { route } from '../platform/route.ts'
import { consentStates } from './consent-state.ts'
import { ConsentTerms } from './consent-terms.ts'
import { maxSignedFileBytes } from './signed-file.ts'

const text = z.string().nullable()

/** Consent of the client of a marketplace application. */
export const ClientConsent = z.object({
  /** Our id of the application. */
  applicationId: z.number().int(),
  state: z.enum(consentStates),
  /** Whether a signed consent stands that the client can revoke, also one that does not allow this user's work. */
  isRevocable: z.boolean(),
  /** The newest request. */
  sentDate: text,
  sentTo: text,
  /** The valid consent, or else the last one. */
  signedDate: text,
  signedName: text,
  agentName: text,
  endsOn: text,
  revokedDate: text,
  /** What the client said or wrote; null if revoked by the link. */
  revokedNote: text,
  revokedWay: z.enum(['link', 'noted', 'text']).nullable(),
  /** Day on which the client said it, as noted by an agent. */
  saidOn: text,
  /** How it was signed, or else requested. */
  channel: text,
  /** Language of the newest request, or of its signature. */
  language: z.enum(['en', 'es']).nullable(),
  /** Name of the signed page or recording, which `file` downloads. */
  fileName: text,
})
export type ClientConsent = z.infer<typeof ClientConsent>

export const ConsentRequestInput = ConsentTerms.extend({
  channel: z.enum(messageChannels),
  language: z.enum(['en', 'es']),
})

export const RevocationNote = z.strictObject({
  note: oneLine(500).min(1, 'Note is required'),
  /** Day on which the client said it; today by default. */
  saidOn: CalendarDate.optional(),
})

/** A signed page or a recording: the text that it is of, the name in it, and its day. */
export const SignedUpload = z.strictObject({
  language: z.enum(['en', 'es']).default('en'),
  signedName: oneLine(150).min(2, 'Type your full name'),
  signedOn: CalendarDate,
})

/** Applications in one pack of evidence. */
export const maxEvidence = 100

const separated = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((typed) => typed.split(',').map((id) => id.trim()))
    .pipe(z.array(item).min(1).max(maxEvidence, `At most ${maxEvidence} applications at once`))

const appId = { appId: ExchangeId }
const asksForIt = { notNeeded: 'it requests the consent, shows it, or ends it' } as const

/** Consent of the client of a marketplace application (45 CFR 155.220(j)(2)(iii), decision 165). */
export const clientConsents = {
  one: route({
    method: 'GET',
    path: '/api/MarketplaceApp/{appId}/consent',
    allow: mayReadApplications,
    audit: { reads: 'marketplace-application', about: 'applicationId' },
    clientConsent: asksForIt,
    summary: 'Consent of the client of a marketplace application',
    input: z.strictObject(appId),
    output: ClientConsent,
  }),
  request: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/consent',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: asksForIt,
    summary: 'Send the client a link to the page where consent is signed',
    input: ConsentRequestInput.extend(appId),
    output: ClientConsent,
  }),
  revoke: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/consent/revoke',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: asksForIt,
    summary: 'Note that the client revoked the consent, for example by telephone',
    input: RevocationNote.extend(appId),
    output: ClientConsent,
  }),
  openHere: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/consent/device',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: asksForIt,
    repeat: { never: 'the answer carries a secret link' },
    summary: "Open the consent for the client to sign on the agent's device; returns the id of its link",
    input: ConsentTerms.extend({ ...appId, language: z.enum(['en', 'es']).default('en') }),
    output: z.object({ link: z.string() }),
  }),
  upload: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/consent/upload',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: asksForIt,
    summary: 'Add a signed page or a recording as the consent of the client',
    input: SignedUpload.extend(appId),
    output: ClientConsent,
    body: { form: { file: 'file', largest: maxSignedFileBytes } },
  }),
  evidence: route({
    method: 'GET',
    path: '/api/ConsentEvidence',
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: { notNeeded: 'it shows what the client signed' },
    summary: 'What the clients of up to 100 applications signed: a zip with PDF, JSON, files and hashes',
    input: z
      .strictObject({
        /** Exchange assigned ids of marketplace applications, separated by commas. */
        appIds: separated(ExchangeId).optional(),
        /** Ids of internal applications, submitted or not. */
        applicationIds: separated(z.uuid()).optional(),
      })
      .superRefine(({ appIds = [], applicationIds = [] }, context) => {
        const count = appIds.length + applicationIds.length
        if (count === 0) context.addIssue({ code: 'custom', path: ['appIds'], message: 'Name an application' })
        if (count > maxEvidence)
          context.addIssue({
            code: 'custom',
            path: ['appIds'],
            message: `At most ${maxEvidence} applications at once`,
          })
      }),
    // Always a file.
    output: z.never(),
  }),
  file: route({
    method: 'GET',
    path: '/api/MarketplaceApp/{appId}/consent/file',
    allow: mayReadApplications,
    audit: { reads: 'marketplace-application', of: null },
    clientConsent: asksForIt,
    summary: 'The newest signed page or recording of the client, always as a download',
    input: z.strictObject(appId),
    // Always a file.
    output: z.never(),
  }),
}
