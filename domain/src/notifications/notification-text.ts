import type { NotificationKind } from './notification-kinds.ts'

const article = (word: string) => (/^[aeiou]/.test(word) ? 'An' : 'A')

type Facts = Readonly<Record<string, unknown>>

const assigned =
  (one: string, many: string) =>
  (subject: string | null, { count, lost }: Facts) => {
    if (lost === true)
      return typeof count === 'number' && count > 1
        ? `${count} ${many} are no longer yours`
        : `${article(one)} ${one} is no longer yours`
    if (typeof count === 'number' && count > 1) return `${count} ${many} were assigned to you`
    return subject === null ? `A new ${one} was assigned to you` : `${subject} was assigned to you as a ${one}`
  }
const lead = assigned('lead', 'leads')
const contact = assigned('client', 'clients')
const application = assigned('application', 'applications')

/** What became of a file, by the state of its run. */
const ends: Readonly<Record<string, string>> = {
  loaded: 'is loaded',
  refused: 'was refused; nothing was loaded',
  stopped: 'was stopped; nothing was loaded',
  failed: 'could not be loaded',
}

/**
 * A notification as its reader reads it. `subject` is the name of what it is about where the reader may read that, and null
 * otherwise: the sentence then names nobody.
 */
export function notificationText(kind: NotificationKind, facts: Facts, subject: string | null): string {
  switch (kind) {
    case 'message':
      return `${subject ?? 'A contact'} sent ${facts.channel === 'email' ? 'an e-mail' : 'a text message'}`
    case 'lead':
      return lead(subject, facts)
    case 'contact':
      return contact(subject, facts)
    case 'application':
      return application(subject, facts)
    case 'pto-request':
      return `${subject ?? 'Somebody'} asks for time off`
    case 'pto-decision':
      return `Your request for time off is ${String(facts.status).toLowerCase()}`
    case 'upload':
      return `Your file of ${facts.file} ${ends[String(facts.state)] ?? 'is done'}`
  }
}
