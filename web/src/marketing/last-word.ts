import type { OptOutStatement } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'

/** Latest opt-out or opt-in in words: when, by whom, and by which message. */
export function lastWordSentence({ optedOut, way, at, by, reason, message }: OptOutStatement): string {
  const through = { link: `by the link ${whichMail(message)}`, answer: 'by reply', note: `by ${by ?? 'a former user'}` }
  const what = optedOut
    ? way === 'note'
      ? 'Noted'
      : 'Opted out'
    : way === 'note'
      ? 'Opt-out reversed'
      : 'Opted in again'
  return `${what} on ${showInstant(at)} ${through[way]}${reason ? `: ${reason}` : ''}`
}

function whichMail(message: OptOutStatement['message']): string {
  return message === null
    ? 'in an email'
    : `in ‘${message.subject || 'an email without a subject'}’ of ${showInstant(message.at)}`
}
