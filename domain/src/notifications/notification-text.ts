import { alertKinds, alertTitles } from '../alerts/alert-rules.ts'
import { showMoney } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import type { AgentSource, NotificationKind } from './notification-kinds.ts'

type Facts = Readonly<Record<string, unknown>>

const article = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a')

function assigned(
  singular: string,
  many: string,
  named = (subject: string) => `${subject} was assigned to you as ${article(singular)} ${singular}`,
) {
  return (subject: string | null, { count, lost }: Facts) => {
    if (typeof count === 'number' && count > 1)
      return lost === true ? `${count} ${many} are no longer yours` : `${count} ${many} were assigned to you`
    if (lost === true) return `${article(singular) === 'an' ? 'An' : 'A'} ${singular} is no longer yours`
    return subject === null ? `A new ${singular} was assigned to you` : named(subject)
  }
}
const lead = assigned('lead', 'leads')
const contact = assigned('client', 'clients')
const application = assigned('application', 'applications')
const unpaid = assigned(
  'unpaid policy',
  'unpaid policies',
  (name) => `The unpaid policy of ${name} was assigned to you`,
)
const lost = assigned('lost policy', 'lost policies', (name) => `The lost policy of ${name} was assigned to you`)

/** Outcome of a file, by the state of its run. */
const ends: Readonly<Record<string, string>> = {
  loaded: 'is loaded',
  refused: 'was refused; nothing was loaded',
  stopped: 'was stopped; nothing was loaded',
  failed: 'could not be loaded',
}

/** Event of rights beyond the granter's own or of an administrator, before the name of the user and the rights. */
const grants: Readonly<Record<string, string>> = {
  waiting: 'Approval is asked for rights of',
  notified: 'Far-reaching rights were given to',
  approved: 'A second person approved rights of',
  refused: 'A second person refused rights of',
  withdrawn: 'Approval is no longer asked for rights of',
}

/** Event of an emergency access, after the name of the requester. */
const emergencies: Readonly<Record<string, string>> = {
  asked: 'asks for emergency access',
  approved: 'has emergency access now',
  refused: 'was refused emergency access',
  ended: 'no longer has emergency access',
}

/** What happened to a policy at HealthSherpa. */
const policyNews: Readonly<Record<string, string>> = {
  cancelled: 'was canceled before its start',
  terminated: 'has ended',
}

/** Event of a bank account, to its agent and to those who decide. */
const accounts: Readonly<Record<string, { own: string; other: string }>> = {
  waiting: { own: 'was entered and waits for approval', other: 'waits for approval' },
  approved: { own: 'is approved: your pay goes there', other: 'is approved' },
  refused: { own: 'was refused', other: 'was refused' },
}

/**
 * Text of a notification. `subject` is the record's name if the reader may read the record, otherwise null, and the
 * text names no person.
 */
export function notificationText(kind: NotificationKind, facts: Facts, subject: string | null): string {
  switch (kind) {
    case 'message':
      return `${subject ?? 'A contact'} sent ${facts.channel === 'email' ? 'an email' : 'a text message'}${revoking(facts)}`
    case 'lead':
      return lead(subject, facts)
    case 'contact':
      return contact(subject, facts)
    case 'application':
      return application(subject, facts)
    case 'unpaid':
      return unpaid(subject, facts)
    case 'lost':
      return lost(subject, facts)
    case 'pto-request':
      return `${subject ?? 'A user'} ${facts.cancelled === true ? 'cancelled approved' : 'asks for'} time off${daysOff(facts)}`
    case 'pto-decision':
      return `Your request for time off${daysOff(facts)} is ${String(facts.status).toLowerCase()}`
    case 'security-alert':
      return `Security alert: ${alertTitle(facts.alert)}`
    case 'upload':
      return `Your file of ${facts.file} ${ends[String(facts.state)] ?? 'is done'}`
    case 'rights':
      return `${grants[String(facts.state)] ?? grants.notified} ${subject ?? 'a user'}: ${facts.rights}`
    case 'emergency':
      return `${subject ?? 'Someone'} ${emergencies[String(facts.state)] ?? 'has emergency access'}`
    case 'bank-account': {
      const news = accounts[String(facts.state)] ?? { own: 'is not used anymore', other: 'is not used anymore' }
      return facts.own === true
        ? `Your bank account ${news.own}`
        : `The bank account of ${subject ?? 'an agent'} ${news.other}`
    }
    case 'policy-status':
      return `HealthSherpa: the policy of ${subject ?? 'a client'} ${policyNews[String(facts.status)] ?? 'has another status'}`
    case 'agent-change': {
      const stake = typeof facts.stake === 'string' ? `: ${showMoney(facts.stake)} at stake this year` : ''
      const shows = agentSources[String(facts.source)] ?? agentSources.exchange
      return `${shows} another agent for ${facts.policies === 1 ? 'a policy' : `${facts.policies} policies`}${stake}`
    }
  }
}

/** What an answer STOP ended; '' for other messages. */
function revoking({ revoked }: Facts): string {
  if (typeof revoked !== 'number') return ''
  return revoked === 1 ? ' that revokes a consent' : ` that revokes ${revoked} consents`
}

/** ' from 12/21/2026 to 12/22/2026'; '' for notifications of earlier versions. */
function daysOff({ from, to }: Facts): string {
  if (typeof from !== 'string' || typeof to !== 'string') return ''
  return from === to ? ` on ${showDate(from)}` : ` from ${showDate(from)} to ${showDate(to)}`
}

function alertTitle(alert: unknown): string {
  const kind = alertKinds.find((name) => name === alert)
  return kind ? alertTitles[kind].toLowerCase() : 'see Alerts'
}

/** Notifications of earlier versions name no source: theirs is the exchange. */
const agentSources: Partial<Record<string, string>> & Record<AgentSource, string> = {
  exchange: 'The exchange shows',
  book: 'The carrier’s book names',
  statement: 'A statement names',
}
