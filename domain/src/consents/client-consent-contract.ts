import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'
import { ExchangeId, mayReadApplications } from '../marketplace/marketplace-contract.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { route } from '../platform/route.ts'
import { consentStates } from './consent-state.ts'
import { ConsentTerms } from './consent-terms.ts'

const text = z.string().nullable()

/** Consent of the client of a marketplace application. */
export const ClientConsent = z.object({
  /** Our id of the application. */
  applicationId: z.number().int(),
  state: z.enum(consentStates),
  /** The newest request. */
  sentDate: text,
  sentTo: text,
  /** The valid consent, or else the last one. */
  signedDate: text,
  signedName: text,
  agentName: text,
  endsOn: text,
  revokedDate: text,
  /** What the client said, as noted by an agent; null if revoked by the link. */
  revokedNote: text,
})
export type ClientConsent = z.infer<typeof ClientConsent>

export const ConsentRequestInput = ConsentTerms.extend({
  channel: z.enum(messageChannels),
  language: z.enum(['en', 'es']),
})

export const RevocationNote = z.strictObject({
  note: oneLine(500).min(1, 'Note is required'),
})

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
}
