import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { actionRules } from '../access/portal-rules.ts'
import { messageChannels } from '../messages/message-kinds.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { optOutSpeakers, optOutWays } from './why-not-written.ts'

/** Who reads and writes conversations, each with the contacts that they see. */
export const mayConverse = actionRules.converses

const Channel = z.enum(messageChannels)

/** What became of a message: `outbox` is where a demo without a gateway keeps what it would have sent. */
export const messageStates = ['received', 'queued', 'sent', 'failed', 'outbox'] as const

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** The list of conversations: whose name, number or address holds what is searched, and only unread ones. */
export const ConversationFilters = listQuery(['lastAt'], { search: TextFilter, unread: flag.optional() })
export type ConversationFilters = z.output<typeof ConversationFilters>

/** A conversation with one contact, as the list shows it: by its last message. */
export const ConversationRow = z.object({
  contactId: z.number().int(),
  name: z.string(),
  lastAt: z.string(),
  direction: z.enum(['in', 'out']),
  channel: Channel,
  state: z.enum(messageStates),
  /** The beginning of the last message. */
  excerpt: z.string(),
  /** Something came in that this reader has not read. */
  unread: z.boolean(),
})
export type ConversationRow = z.infer<typeof ConversationRow>

export const ConversationMessage = z.object({
  id: z.number().int(),
  direction: z.enum(['in', 'out']),
  channel: Channel,
  /** The contact's number in ten digits, or e-mail address. */
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  at: z.string(),
  /** Who of ours wrote it. */
  by: z.string().nullable(),
  state: z.enum(messageStates),
  /** Why it failed, in a sentence. */
  failure: z.string().nullable(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

/** That somebody wants no messages, or again wants some: who said so, when, and through which message. */
export const OptOutWord = z.object({
  optedOut: z.boolean(),
  saidBy: z.enum(optOutSpeakers),
  way: z.enum(optOutWays),
  at: z.string(),
  /** Who of ours noted it. */
  by: z.string().nullable(),
  reason: z.string(),
  /** What was answered by, or whose link it was; null where none, or it was destroyed with its contact. */
  message: z.object({ subject: z.string(), at: z.string() }).nullable(),
})
export type OptOutWord = z.infer<typeof OptOutWord>

/** A number or an address of the contact, and why it may not be written to. */
export const ConversationWay = z.object({
  channel: Channel,
  address: z.string(),
  optedOut: z.enum(optOutSpeakers).nullable(),
  /** What was last said of wanting messages here, and how. */
  lastWord: OptOutWord.nullable(),
  whyNot: z.string().nullable(),
})
export type ConversationWay = z.infer<typeof ConversationWay>

export const Conversation = z.object({
  contactId: z.number().int(),
  name: z.string(),
  customer: z.boolean(),
  agentName: z.string().nullable(),
  ways: z.array(ConversationWay),
  /** Oldest first: the last ones, or those before the one that was asked for. */
  messages: z.array(ConversationMessage),
  /** There are earlier ones. */
  earlier: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

const text = (label: string, longest: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(longest, `At most ${longest.toLocaleString('en-US')} characters`)
    .refine((typed) => !/[\0\p{Cs}]/u.test(typed), 'Not valid')

/** The longest text message that gateways take, in ten parts. */
export const maxTextLength = 1_600
export const maxEmailLength = 20_000

/** A message to write. */
export const MessageToWrite = z
  .strictObject({
    contactId: Id,
    channel: Channel,
    address: z.string().min(1, 'Choose a number or an address').max(254),
    subject: z.string().trim().max(200, 'At most 200 characters').default(''),
    body: text('Message', maxEmailLength),
    /** The writer's own id of it: sent twice, it is one message. */
    submissionId: z.uuid(),
  })
  .superRefine(({ channel, subject, body }, context) => {
    if (channel === 'email' && subject === '')
      context.addIssue({ path: ['subject'], code: 'custom', message: 'Subject is required' })
    if (channel === 'sms' && body.length > maxTextLength)
      context.addIssue({
        path: ['body'],
        code: 'custom',
        message: `At most ${maxTextLength.toLocaleString('en-US')} characters`,
      })
  })
export type MessageToWrite = z.output<typeof MessageToWrite>

const ofContact = { contactId: Id }

/** What staff notes of a contact's wish; a word that is taken back needs its reason. */
export const OptOutToNote = z
  .strictObject({
    ...ofContact,
    channel: Channel,
    address: z.string().min(1).max(254),
    optedOut: z.boolean(),
    reason: z
      .string()
      .trim()
      .max(500, 'At most 500 characters')
      .refine((typed) => !/[\0\p{Cs}]/u.test(typed), 'Not valid')
      .default(''),
  })
  .superRefine(({ optedOut, reason }, context) => {
    if (!optedOut && reason === '')
      context.addIssue({ path: ['reason'], code: 'custom', message: 'Reason is required' })
  })

/** What Twilio posts of a text message that came in; of its further members nothing is asked. */
export const InboundText = z.object({
  MessageSid: z.string().min(1).max(64),
  AccountSid: z.string().max(64),
  From: z.string().max(40),
  Body: z.string().max(10_000).default(''),
  NumMedia: z.string().max(3).default('0'),
})
export type InboundText = z.output<typeof InboundText>

/** What a mail service posts of an e-mail that came in (decision 046). */
export const InboundMail = z.strictObject({
  from: z.string().max(400),
  subject: z.string().max(1_000).default(''),
  text: z.string().max(500_000),
})
export type InboundMail = z.output<typeof InboundMail>

/** The conversations app: a contact is written to and read by whoever sees the contact. */
export const marketing = {
  conversations: route({
    method: 'GET',
    path: '/api/Marketing/conversations',
    allow: mayConverse,
    background: true,
    audit: { reads: 'conversation', by: 'contactId' },
    summary: 'The conversations with the contacts that one sees, those with the newest message first',
    input: ConversationFilters,
    output: page(ConversationRow),
  }),
  one: route({
    method: 'GET',
    path: '/api/Marketing/conversations/{contactId}',
    allow: mayConverse,
    background: true,
    audit: { reads: 'conversation', by: 'contactId' },
    summary: 'The conversation with a contact, also one that has not begun; the last 50 messages, or those before one',
    input: z.strictObject({ ...ofContact, before: Id.optional() }),
    output: Conversation,
  }),
  write: route({
    method: 'POST',
    path: '/api/Marketing/conversations/{contactId}',
    allow: mayConverse,
    audit: 'own',
    summary: 'Write to a contact by text message or e-mail; refused where the contact wants none',
    input: MessageToWrite,
    output: ConversationMessage,
  }),
  setRead: route({
    method: 'PUT',
    path: '/api/Marketing/conversations/{contactId}/read',
    allow: mayConverse,
    background: true,
    audit: { nothing: 'what oneself has read' },
    repeat: { harmless: 'what is read stays read' },
    summary: 'Note that one has read a conversation up to a message',
    input: z.strictObject({ ...ofContact, upTo: Id }),
    output: Done,
  }),
  setOptOut: route({
    method: 'PUT',
    path: '/api/Marketing/conversations/{contactId}/optOut',
    allow: mayConverse,
    audit: 'own',
    summary: 'Note that a number or an address wants no messages, or with a reason take it back',
    input: OptOutToNote,
    output: Done,
  }),
  simulate: route({
    method: 'POST',
    path: '/api/Marketing/conversations/{contactId}/simulate',
    allow: mayConverse,
    audit: 'own',
    summary: 'Only on a demo without a gateway: answer as the contact would',
    input: z.strictObject({
      ...ofContact,
      channel: Channel,
      address: z.string().min(1).max(254),
      body: text('Message', maxTextLength),
    }),
    output: Done,
  }),
  textCameIn: route({
    method: 'POST',
    path: '/api/Marketing/inbound/sms',
    allow: anyone,
    signed: 'form',
    maxBody: {
      bytes: 65_536,
      why: '1,600 characters of up to 12 bytes each as a form encodes them, beside the gateway’s own members',
    },
    audit: 'own',
    repeat: { never: 'its sender gives each message an id, which is taken once' },
    summary: 'For the gateway of text messages: one that came in, signed as Twilio does',
    input: InboundText,
    output: z.null(),
  }),
  mailCameIn: route({
    method: 'POST',
    path: '/api/Marketing/inbound/email',
    allow: anyone,
    signed: 'json',
    maxBody: { bytes: 1_048_576, why: 'an e-mail of up to 500,000 characters, with what it quotes' },
    audit: 'own',
    repeat: { never: 'its sender gives each message an id, which is taken once' },
    summary: 'For the mail service: an e-mail that came in, signed by Standard Webhooks',
    input: InboundMail,
    output: z.null(),
  }),
}
