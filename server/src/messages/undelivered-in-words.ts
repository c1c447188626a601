import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'

/** Reasons of mail servers and gateways, by the beginning of what they are stored as. */
const reasons: readonly (readonly [start: string, words: string])[] = [
  ['smtp EDNS', 'the server named in SMTP_URL was not found'],
  ['smtp EAUTH', 'the mail server refused the user or the password in SMTP_URL'],
  ['smtp ETLS', 'the mail server offers no valid TLS'],
  ['smtp ETIMEDOUT', 'the mail server did not answer in time'],
  ['smtp ECONNECTION', 'the mail server does not answer'],
  ['smtp ESOCKET', 'the mail server does not answer'],
  ['smtp EENVELOPE', 'the mail server refused the address of the sender or the recipient'],
  ['smtp EMESSAGE', 'the mail server refused the message'],
  ['http 401', 'the SMS gateway refused SMS_ACCOUNT or SMS_TOKEN'],
  ['http 403', 'the SMS gateway refused SMS_ACCOUNT or SMS_TOKEN'],
  ['http 404', 'there is no SMS gateway at SMS_URL, or no such SMS_ACCOUNT'],
  ['http 4', 'the SMS gateway refused the number or the message'],
  ['http 5', 'the SMS gateway failed'],
  ['http ', 'the SMS gateway does not answer'],
  ['no gateway', 'SMTP_URL or SMS_ACCOUNT is not set'],
]

/**
 * Sentence for the log about a message that did not go out, with what an administrator can look at and without its
 * recipient or text (P-66).
 */
export function undeliveredInWords(channel: MessageChannel, reason: string): string {
  const words = reasons.find(([start]) => reason.startsWith(start))?.[1]
  const what = channel === 'email' ? 'An email' : 'A text message'
  return `${what} did not go out: ${words ? `${words} (${reason})` : reason}`
}
