import { doNotCallReason } from '../leads/do-not-call.ts'
import type { MessageChannel } from '../messages/message-kinds.ts'

/** Who opted an address out: a contact's own opt-out can only be reversed by the contact. */
export const optOutSpeakers = ['contact', 'staff'] as const
export type OptOutSpeaker = (typeof optOutSpeakers)[number]

/** How it was done: by an inbound message, by the link of an email, or noted by staff. */
export const optOutMethods = ['answer', 'link', 'note'] as const
export type OptOutMethod = (typeof optOutMethods)[number]

export interface ContactChannelState {
  optedOut: OptOutSpeaker | null
  /** The contact is a customer with status Do Not Contact. */
  doNotContact: boolean
  /** A lead with this number has the disposition Do Not Call. */
  doNotCall: boolean
  /** The installation can deliver messages of this channel. */
  reachable: boolean
  /** The agency's postal address, which emails must contain, is set. */
  addressed: boolean
}

/** Why a customer of this status is neither called nor written to. */
export const doNotContactReason = 'The status of this customer is Do Not Contact'

/** Without a postal address no email may be sent to contacts (15 U.S.C. 7704(a)(5)(A)(iii)). */
export const noPostalAddress =
  'Emails to contacts must carry the agency’s postal address, and none is set. An administrator sets it in Marketing, under Agency settings'

const words = {
  sms: { address: 'number', messages: 'text messages' },
  email: { address: 'address', messages: 'emails' },
} as const

/** Reason why a contact may not be written to on this channel; null if allowed (TCPA, CAN-SPAM). */
export function contactBlockReason(
  channel: MessageChannel,
  { optedOut, doNotContact, doNotCall, reachable, addressed }: ContactChannelState,
): string | null {
  const { address, messages } = words[channel]
  if (doNotContact) return doNotContactReason
  if (doNotCall && channel === 'sms') return doNotCallReason
  if (optedOut === 'contact')
    return channel === 'sms'
      ? `This ${address} answered STOP and no longer gets ${messages}, until it answers START`
      : `This ${address} opted out and no longer gets ${messages}`
  if (optedOut === 'staff') return `It is noted that this ${address} wants no ${messages}`
  if (!reachable) return `No gateway for ${messages} is set up`
  return channel === 'email' && !addressed ? noPostalAddress : null
}

/** Failure code of a message whose recipient opted out before it was sent. */
export const optedOutMeanwhile = 'opted out'

/** Failure code of a message whose contact no longer had its number or address when it was due. */
export const addressGone = 'address gone'

/** Delivery failure as a sentence, from the outbox's code, never from the gateway's text. */
export function deliveryFailure(code: string | null): string {
  if (code === 'expired') return 'It could not be delivered in time'
  if (code === optedOutMeanwhile) return 'The contact opted out before it was sent'
  if (code === addressGone) return 'The contact no longer had this number or address when it was to be sent'
  if (code === 'not a phone' || code === 'not an address') return 'This is no address that can be written to'
  if (code?.startsWith('http 4')) return 'The gateway refused this number or this text'
  if (code?.startsWith('smtp') && /\b5\d\d$/.test(code)) return 'The mail server refused this address or this text'
  return 'The gateway could not be reached'
}
