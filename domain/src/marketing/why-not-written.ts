import type { MessageChannel } from '../messages/message-kinds.ts'

/** Who said that an address wants no messages: their own word is taken back by their own word only. */
export const optOutSpeakers = ['contact', 'staff'] as const
export type OptOutSpeaker = (typeof optOutSpeakers)[number]

export interface WayToWrite {
  optedOut: OptOutSpeaker | null
  /** The contact is a customer of the status Do Not Contact. */
  doNotContact: boolean
  /** Messages of this channel reach people here. */
  reachable: boolean
}

const words = {
  sms: { address: 'number', messages: 'text messages' },
  email: { address: 'address', messages: 'e-mails' },
} as const

/** Why a contact may not be written to in this way, in a sentence; null where they may (TCPA, CAN-SPAM). */
export function whyNotWritten(
  channel: MessageChannel,
  { optedOut, doNotContact, reachable }: WayToWrite,
): string | null {
  const { address, messages } = words[channel]
  if (doNotContact) return 'The status of this customer is Do Not Contact'
  if (optedOut === 'contact')
    return `This ${address} answered STOP and gets no more ${messages}, until an answer START comes from it`
  if (optedOut === 'staff') return `It is noted that this ${address} wants no ${messages}`
  return reachable ? null : `No gateway for ${messages} is set up`
}

/** A failed delivery in words, from the code that the outbox keeps: never the other side's own words. */
export function deliveryFailure(code: string | null): string {
  if (code === 'expired') return 'It could not be delivered in time'
  if (code === 'not a phone' || code === 'not an address') return 'This is no address that can be written to'
  if (code?.startsWith('http 4')) return 'The gateway refused this number or this text'
  if (code?.startsWith('smtp') && /\b5\d\d$/.test(code)) return 'The mail server refused this address or this text'
  return 'The gateway could not be reached'
}
