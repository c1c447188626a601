import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { ApplicationFields, consentChannels, mayRunApplications } from '../applications/application-contract.ts'
import { consentStates } from '../consents/consent-state.ts'
import { VisitorDraft } from '../eligibility/visitor-draft.ts'
import { ShownSpecial, ShownWindow } from '../enrollment-windows/enrollment-window-contract.ts'
import { oneLine } from '../fields/one-line.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { EndReason } from '../marketplace/end-sending.ts'
import { ExchangeId } from '../marketplace/marketplace-contract.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { Id, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { EdeAnswers, edeSteps } from './ede-answers.ts'

const text = z.string().nullable()
const Language = z.enum(['en', 'es'])

/** States of an application in the wizard. `sending`: the exchange has not confirmed it yet; nothing may be changed. */
export const edeStates = ['draft', 'sending', 'submitted'] as const

/** State of the client's review: `outdated` when a signed one no longer counts. */
export const reviewStates = ['none', 'requested', 'valid', 'outdated'] as const
export type ReviewState = (typeof reviewStates)[number]

export const EdeRow = z.object({
  id: z.uuid(),
  /** Number of the internal application. */
  number: z.number().int(),
  name: z.string(),
  agentName: text,
  planYear: z.number().int(),
  state: z.enum(edeStates),
  step: z.enum(edeSteps),
  updatedAt: z.string(),
  /** Id of the exchange, once submitted. */
  applicationId: text,
  /** Whether it is a change, not accepted yet, of an application that the exchange has. */
  isChange: z.boolean(),
})
export type EdeRow = z.infer<typeof EdeRow>

/** How the client was last asked to sign; null while they were not. */
const SignChannel = z.enum(consentChannels).nullable()

/** An application in the wizard. */
export const EdeApplication = EdeRow.extend({
  version: z.number().int(),
  /** Whether its internal application was deleted, so that nothing can be changed. */
  isVoid: z.boolean(),
  /** Year for which it was begun, which ended before it was submitted; null otherwise. */
  movedFrom: z.number().int().nullable(),
  /** The internal application that it belongs to. */
  internalId: z.uuid(),
  /** When the exchange last accepted it; of a change, when it accepted what is changed. */
  submittedAt: text,
  /** When an enrollment was last started at HealthSherpa; submitting it here must be confirmed since. */
  healthSherpaAt: text,
  /** Whether an administrator can end the submission, because several attempts had no answer. */
  canEnd: z.boolean(),
  today: z.string(),
  /** Year that the exchange of the client's state offers; drafts of earlier ones move to it. */
  offeredYear: z.number().int(),
  /** Special enrollment in which this year's coverage is applied for; null in open enrollment, and while it is not possible. */
  special: ShownSpecial.nullable(),
  /** That exchange; null while the county is not known. */
  exchange: text,
  /** Its open enrollment for the year of the application; null where it is not known. */
  window: ShownWindow,
  answers: EdeAnswers,
  /** Last four digits of the stored Social Security numbers, by person. */
  numbers: z.record(z.string(), z.string()),
  county: text,
  agentNpn: text,
  agentPhone: text,
  /** Whether the caller is the client, who signs here; clients of an agent sign by a link. */
  isClient: z.boolean(),
  consent: z.object({
    state: z.enum(consentStates),
    channel: SignChannel,
    sentTo: text,
    signedName: text,
    signedDate: text,
    /** Name in a signed consent that does not count because the applicant is now another. */
    otherApplicant: text,
  }),
  review: z.object({
    state: z.enum(reviewStates),
    channel: SignChannel,
    sentTo: text,
    signedName: text,
    signedDate: text,
  }),
  /** Channel and language of the next link to the client, those of the newest one, unless others are chosen. */
  lastSent: z.object({ channel: z.enum(messageChannels), language: Language }).nullable(),
  /** Language of the next link: of the newest one, else in which the customer gets mail; English where no such customer is known. */
  clientLanguage: Language,
})
export type EdeApplication = z.infer<typeof EdeApplication>

const { firstName, middleName, lastName, dob, email, phone, address, state } = ApplicationFields.shape
/** Start of an application: the client, or the internal application that it belongs to. */
export const StartInput = z.strictObject({
  firstName,
  middleName,
  lastName,
  dob,
  email,
  phone,
  address,
  state,
  zipCode: z.union([ZipCode, z.literal('')]).default(''),
  applicationId: z.uuid().nullable().default(null),
  /** Contact that it starts at: the household of the newest paper application is taken over. */
  contactId: Id.optional(),
})
export type StartInput = z.output<typeof StartInput>

const byId = { id: z.uuid() }
const reads = { reads: 'internal-application', by: 'number', of: null } as const
/** Agents with the right to applications, and clients about their own. */
const mayApply = actionRules.seesOneApplication

/** Submitting also fetches the exchange's record of the application. */
export const submission = { of: 'wizard', scopes: ['apply', 'search'], review: true, authorization: true } as const
const ofDraft = { notNeeded: "it is the agency's own draft, and asks the exchange nothing" } as const
/** What the client signs. */
const SignedPart = z.enum(['consent', 'review'])
const ofSigning = { notNeeded: 'it is how the client reads and signs' } as const

export const ede = {
  list: route({
    method: 'GET',
    path: '/api/EdeApplication',
    allow: mayApply,
    audit: reads,
    clientConsent: ofDraft,
    summary: 'Applications of the wizard that the user may see, the last changed 100',
    input: z.strictObject({
      /** Applicant's name, email or plan, or the number of the application. */
      search: TextFilter,
      /** Id of the exchange. */
      applicationId: ExchangeId.optional(),
    }),
    output: z.array(EdeRow),
  }),
  start: route({
    method: 'POST',
    path: '/api/EdeApplication',
    allow: sectionRules['Direct Enrollment'].allow,
    audit: 'own',
    clientConsent: ofDraft,
    summary: 'Start an application for a client; an internal application that has one returns it',
    input: StartInput,
    output: EdeApplication,
  }),
  own: route({
    method: 'GET',
    path: '/api/EdeApplication/own',
    allow: 'customer|consumer',
    audit: { reads: 'internal-application', about: 'number' },
    clientConsent: ofDraft,
    summary:
      'The newest application of the wizard of a client that is not void, and what the client entered before the account existed',
    input: z.strictObject({}),
    output: z.object({
      application: EdeRow.nullable(),
      /** Number of the application. */
      number: z.number().int().nullable(),
      draft: VisitorDraft.nullable(),
      /** Year for which the client can start an application; null for one who has an application of that year. */
      startsYear: z.number().int().nullable(),
      /** This year, if an application for its special enrollment can be started besides that of the next year. */
      specialYear: z.number().int().nullable(),
    }),
  }),
  startOwn: route({
    method: 'POST',
    path: '/api/EdeApplication/own',
    allow: 'customer|consumer',
    audit: 'own',
    clientConsent: ofDraft,
    summary:
      'Start the own application of a client, with the household that was entered before; returns the one that is not submitted yet or is of the same year, if there is one',
    input: z.strictObject({
      draft: VisitorDraft.nullable().default(null),
      /** Starts it for this year's special enrollment, whose life event the wizard asks for. */
      special: z.boolean().default(false),
    }),
    output: EdeApplication,
  }),
  one: route({
    method: 'GET',
    path: '/api/EdeApplication/{id}',
    allow: mayApply,
    audit: reads,
    clientConsent: ofDraft,
    summary: 'One application of the wizard',
    input: z.strictObject(byId),
    output: EdeApplication,
  }),
  save: route({
    method: 'PUT',
    path: '/api/EdeApplication/{id}',
    allow: mayApply,
    audit: 'own',
    clientConsent: ofDraft,
    summary: 'Save the answers as typed; with `finish` the answers of the step must be complete',
    input: z.strictObject({
      ...byId,
      version: z.number().int().min(1),
      step: z.enum(edeSteps),
      finish: z.boolean().default(false),
      answers: EdeAnswers,
    }),
    output: EdeApplication,
  }),
  requestReview: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/review',
    allow: sectionRules['Direct Enrollment'].allow,
    audit: 'own',
    clientConsent: ofSigning,
    summary: 'Send the client a link to the review of the application, where its attestations are signed',
    input: z.strictObject({ ...byId, channel: z.enum(messageChannels), language: Language }),
    output: EdeApplication,
  }),
  openHere: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/device/{what}',
    allow: sectionRules['Direct Enrollment'].allow,
    audit: 'own',
    repeat: { never: 'the answer carries a secret link' },
    clientConsent: ofSigning,
    summary: "Open the consent or the review for the client to sign on the agent's device; returns the id of its link",
    input: z.strictObject({ ...byId, what: SignedPart, language: Language }),
    output: z.object({ link: z.string() }),
  }),
  openOwn: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/own/{what}',
    allow: 'customer|consumer',
    audit: 'own',
    repeat: { never: 'the answer carries a secret link' },
    clientConsent: ofSigning,
    summary: 'Open the consent or the review of the own application for signing; returns the id of its link',
    input: z.strictObject({ ...byId, what: SignedPart, language: Language }),
    output: z.object({ link: z.string() }),
  }),
  submit: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/submit',
    allow: mayApply,
    audit: 'own',
    repeat: { harmless: 'an application is submitted once under its own id' },
    clientConsent: submission,
    summary: 'Submit the application to the exchange; needs the consent and the review of the client',
    input: z.strictObject({
      ...byId,
      version: z.number().int().min(1),
      /** The caller checked that the enrollment that was started at HealthSherpa was not finished there. */
      notEnrolledThere: z.boolean().default(false),
    }),
    output: EdeApplication,
  }),
  change: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/change',
    allow: mayApply,
    audit: 'own',
    repeat: { harmless: 'a change that is open is returned' },
    clientConsent: ofDraft,
    summary: 'Open a submitted application for a change, which is reviewed and submitted like the application was',
    input: z.strictObject(byId),
    output: EdeApplication,
  }),
  discardChange: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/change/discard',
    allow: mayApply,
    audit: 'own',
    repeat: { harmless: 'without a change the application is returned' },
    clientConsent: ofDraft,
    summary: 'Discard a change that was not submitted; the answers are those that the exchange has',
    input: z.strictObject(byId),
    output: EdeApplication,
  }),
  end: route({
    method: 'POST',
    path: '/api/EdeApplication/{id}/end',
    allow: mayRunApplications,
    audit: 'own',
    clientConsent: ofDraft,
    summary: 'End a submission that the exchange does not confirm after several attempts, with the reason',
    input: z.strictObject({ ...byId, ...EndReason.shape }),
    output: EdeApplication,
  }),
}

/** Id of a review link; accepts any text, so that a malformed id is answered like an unknown one. */
const LinkId = z.string().max(200)
const Shown = z.object({
  title: z.string(),
  parts: z.array(z.object({ heading: z.string(), points: z.array(z.string()) })),
  attestations: z.array(z.string()),
  sha256: z.string(),
})

/** Public page of a review link: the application as it will be submitted. */
export const ReviewPage = z.object({
  shown: z.array(z.object({ kind: z.string(), data: z.array(z.object({ id: z.number().int() })) })),
  agency: z.string(),
  applicant: z.string(),
  language: Language,
  signedDate: text,
  texts: z.object({ en: Shown, es: Shown }),
})
export type ReviewPage = z.infer<typeof ReviewPage>

export const applicationReviews = {
  page: route({
    method: 'POST',
    path: '/api/ApplicationReview',
    allow: anyone,
    audit: { reads: 'internal-application', of: null, groups: 'shown' },
    repeat: { harmless: 'it changes nothing' },
    clientConsent: ofSigning,
    summary: 'The application review of a link',
    input: z.strictObject({ id: LinkId }),
    output: ReviewPage,
  }),
  sign: route({
    method: 'POST',
    path: '/api/ApplicationReview/sign',
    allow: anyone,
    audit: 'own',
    clientConsent: ofSigning,
    summary: 'Sign the review of a link, with every attestation ticked; a signed review never changes',
    input: z.strictObject({
      id: LinkId,
      language: Language,
      sha256: z.string().regex(/^[\da-f]{64}$/),
      /** Number of ticked attestations: all of those shown. */
      attested: z.array(z.literal(true, 'Each statement must be attested')).min(1).max(20),
      signedName: oneLine(150).min(2, 'Type your full name'),
    }),
    output: z.object({ signedDate: z.string() }),
  }),
}
