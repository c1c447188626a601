import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { authorizationStates } from '../consents/authorization-state.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { ExchangeId, mayReadApplications } from '../marketplace/marketplace-contract.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { Done, NoInput, route } from '../platform/route.ts'

const text = z.string().nullable()

/** The client's authorization of the agent at the exchange, for the plan year of an application (decision 254). */
export const ExchangeAuthorization = z.object({
  /** The record that is shown, for the audit record. */
  shown: z.array(z.object({ kind: z.string(), data: z.array(z.object({ id: z.number().int() })) })),
  state: z.enum(authorizationStates),
  planYear: z.number().int(),
  agentName: text,
  /** Where the newest code went, as the exchange shows it, and when it ends. */
  sentTo: text,
  expires: text,
  /** Whether a code was sent of which we do not know that the client used it: also after its end. */
  mayAsk: z.boolean(),
  /** The valid authorization, or else the last one of this agent and year. */
  authorizedDate: text,
  method: z.enum(['code', 'link']).nullable(),
  /** Its last day. */
  validUntil: text,
})
export type ExchangeAuthorization = z.infer<typeof ExchangeAuthorization>

/** How the exchange sends the code. */
export const AuthorizationWay = z.strictObject({
  channel: z.enum(messageChannels).default('email'),
  language: z.enum(['en', 'es']).default('en'),
})

/** The code as the client reads it out. */
export const AuthorizationCode = z.strictObject({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^[A-Za-z0-9]{4,12}$/, 'Enter the code that the client received')),
})

/** The application: of the marketplace by the exchange's id, or of the wizard by its own. */
const subject = {
  of: z.enum(['marketplace', 'wizard']),
  id: ExchangeId,
}
const asksForIt = { of: 'named', scopes: ['apply'] } as const
const path = '/api/ExchangeAuthorization/{of}/{id}'

export const authorizations = {
  one: route({
    method: 'GET',
    path,
    allow: mayReadApplications,
    audit: { reads: 'marketplace-application', of: null, groups: 'shown' },
    clientConsent: { notNeeded: 'it shows what the agency already has' },
    summary: "The client's authorization of the agent at the exchange, for the plan year of an application",
    input: z.strictObject(subject),
    output: ExchangeAuthorization,
  }),
  send: route({
    method: 'POST',
    path,
    allow: mayReadApplications,
    audit: 'own',
    clientConsent: asksForIt,
    summary: 'Ask the exchange to send the client a code or link that authorizes the agent',
    input: AuthorizationWay.extend(subject),
    output: ExchangeAuthorization,
  }),
  confirm: route({
    method: 'POST',
    path: `${path}/code`,
    allow: mayReadApplications,
    audit: 'own',
    repeat: { harmless: 'the exchange authorizes once, and it is stored once' },
    clientConsent: asksForIt,
    summary:
      'Give the exchange the code that the client received; without a code, ask whether the client used the link',
    input: z.strictObject({ ...subject, code: AuthorizationCode.shape.code.optional() }),
    output: ExchangeAuthorization,
  }),
}

/** When the exchange of a state asks for authorizations. */
export const AuthorizationRule = z.object({
  state: z.string(),
  name: z.string(),
  exchange: z.string(),
  /** Sold on the federal platform. */
  isFederal: z.boolean(),
  /** First and last day; `from` null: not asked. */
  from: text,
  until: text,
  /** Of the last change; null where nothing was set. */
  reason: text,
  changedBy: text,
  changedDate: text,
})
export type AuthorizationRule = z.infer<typeof AuthorizationRule>

export const AuthorizationRuleChange = z
  .strictObject({
    states: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .min(1, 'Choose a state')
      .max(60),
    asked: z.boolean().default(true),
    from: CalendarDate.or(z.literal('')).default(''),
    until: CalendarDate.or(z.literal('')).default(''),
    reason: oneLine(500).min(1, 'Reason is required'),
  })
  .superRefine(({ asked, from, until }, context) => {
    if (!asked) return
    if (from === '') context.addIssue({ code: 'custom', path: ['from'], message: 'First day is required' })
    else if (until !== '' && until < from)
      context.addIssue({ code: 'custom', path: ['until'], message: 'Must not be before the first day' })
  })
export type AuthorizationRuleChange = z.output<typeof AuthorizationRuleChange>

const mayRule = sectionRules.Administration.links['Exchange Authorization']

export const authorizationRules = {
  list: route({
    method: 'GET',
    path: '/api/ExchangeAuthorizationRule',
    allow: mayRule,
    audit: { nothing: 'rules of exchanges, about no one' },
    summary: 'When the exchange of each state asks clients to authorize their agent',
    input: NoInput,
    output: z.array(AuthorizationRule),
  }),
  change: route({
    method: 'POST',
    path: '/api/ExchangeAuthorizationRule',
    allow: mayRule,
    audit: 'own',
    summary: 'Change when the exchanges of states ask for authorizations, with a reason',
    input: AuthorizationRuleChange,
    output: Done,
  }),
}
