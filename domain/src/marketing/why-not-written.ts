import type { MessageChannel } from '../messages/message-kinds.ts'

/** Who said that an address wants no messages: their own word is taken back by their own word only. */
export const optOutSpeakers = ['contact', 'staff'] as const
export type OptOutSpeaker = (typeof optOutSpeakers)[number]

/** How they said so: by a message that came in, by the link of one that went out, or to staff, who noted it. */
export const optOutWays = ['answer', 'link', 'note'] as const
export type OptOutWay = (typeof optOutWays)[number]

export interface WayToWrite {
  optedOut: OptOutSpeaker | null
  /** The contact is a customer of the status Do Not Contact. */
  doNotContact: boolean
  /** Messages of this channel reach people here. */
  reachable: boolean
  /** The agency's postal address is known, which e-mails must carry. */
  addressed: boolean
}

/** Who has no postal address may send no e-mail to contacts (15 U.S.C. 7704(a)(5)(A)(iii)). */
export const noPostalAddress =
  'E-mails to contacts must carry the agency’s postal address, and none is set. An administrator sets it in Marketing, under Agency settings'

const words = {
  sms: { address: 'number', messages: 'text messages' },
  email: { address: 'address', messages: 'e-mails' },
} as const

/** Why a contact may not be written to in this way, in a sentence; null where they may (TCPA, CAN-SPAM). */
export function whyNotWritten(
  channel: MessageChannel,
  { optedOut, doNotContact, reachable, addressed }: WayToWrite,
): string | null {
  const { address, messages } = words[channel]
  if (doNotContact) return 'The status of this customer is Do Not Contact'
  if (optedOut === 'contact')
    return channel === 'sms'
      ? `This ${address} answered STOP and gets no more ${messages}, until an answer START comes from it`
      : `This ${address} opted out and gets no more ${messages}`
  if (optedOut === 'staff') return `It is noted that this ${address} wants no ${messages}`
  if (!reachable) return `No gateway for ${messages} is set up`
  return channel === 'email' && !addressed ? noPostalAddress : null
}

/** Why the outbox gave up a message whose reader opted out before it went. */
export const optedOutMeanwhile = 'opted out'

/** A failed delivery in words, from the code that the outbox keeps: never the other side's own words. */
export function deliveryFailure(code: string | null): string {
  if (code === 'expired') return 'It could not be delivered in time'
  if (code === optedOutMeanwhile) return 'No more messages were wanted before it went out'
  if (code === 'not a phone' || code === 'not an address') return 'This is no address that can be written to'
  if (code?.startsWith('http 4')) return 'The gateway refused this number or this text'
  if (code?.startsWith('smtp') && /\b5\d\d$/.test(code)) return 'The mail server refused this address or this text'
  return 'The gateway could not be reached'
}
