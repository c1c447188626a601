import type { OptOutWord } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'

/** What was last said of wanting messages, as staff reads it: by whom, when, and through which message. */
export function lastWordSentence({ optedOut, way, at, by, reason, message }: OptOutWord): string {
  const through = { link: `by the link ${whichMail(message)}`, answer: 'by an answer', note: `by ${by ?? 'somebody'}` }
  const what = optedOut
    ? way === 'note'
      ? 'Noted'
      : 'Opted out'
    : way === 'note'
      ? 'The opt-out was taken back'
      : 'Asked for messages again'
  return `${what} ${through[way]} on ${showInstant(at)}${reason ? `: ${reason}` : ''}`
}

function whichMail(message: OptOutWord['message']): string {
  return message === null
    ? 'in an e-mail'
    : `in ‘${message.subject || 'an e-mail without a subject'}’ of ${showInstant(message.at)}`
}
