import type { AgentDetail } from '@coverdesk/domain/agents/agent-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'

/** Differences between two states of an agent, for display. `null` before: the agent is new. */
export function agentChanges(before: AgentDetail | null, after: AgentDetail): FieldChange[] {
  const [old, now] = [before ? factsOf(before) : emptyFacts, factsOf(after)]
  return [
    ...fieldChanges(labels, old, now),
    ...credentialChanges(before?.licenses ?? [], after.licenses, ({ state, line }) => `License ${state} ${line}`),
    ...credentialChanges(
      before?.appointments ?? [],
      after.appointments,
      ({ carrierName, state }) => `Appointment ${carrierName} ${state}`,
    ),
  ]
}

const labels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  loginEmail: 'Login email',
  phone: 'Phone',
  npn: 'NPN',
  location: 'Location',
  agentType: 'Agent type',
  status: 'Status',
  emails: 'Emails',
  phones: 'Further phones',
}
type Facts = { [name in keyof typeof labels]: string | null }
const emptyFacts: Facts = {
  firstName: null,
  middleName: null,
  lastName: null,
  loginEmail: null,
  phone: null,
  npn: null,
  location: null,
  agentType: null,
  status: null,
  emails: null,
  phones: null,
}

function factsOf(agent: AgentDetail): Facts {
  const { contact, loginEmail, phone, npn, locationName, agentTypeName, statusName } = agent
  return {
    firstName: contact.firstName,
    middleName: contact.middleName,
    lastName: contact.lastName,
    loginEmail,
    phone: showPhone(phone),
    npn,
    location: locationName,
    agentType: agentTypeName,
    status: statusName,
    emails: contact.emails.map(({ email }) => email).join(', '),
    phones: contact.phones
      .slice(1)
      .map((entry) => showPhone(entry.phone))
      .join(', '),
  }
}

interface Credential {
  id: number
  number: string
  effective: string
  expiry: string | null
  terminated?: string | null
}

/** Added, removed and changed licenses or appointments, matched by id. */
function credentialChanges<P extends Credential>(
  before: readonly P[],
  after: readonly P[],
  nameOf: (paper: P) => string,
) {
  const [old, now] = [byId(before), byId(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): FieldChange[] => {
    const [was, is] = [old.get(id), now.get(id)]
    const [wasText, isText] = [was && inWords(was), is && inWords(is)]
    const sameName = was && is ? nameOf(was) === nameOf(is) : true
    if (wasText === isText && sameName) return []
    if (!sameName && was && is)
      return [
        { field: nameOf(was), old: wasText ?? null, new: null },
        { field: nameOf(is), old: null, new: isText ?? null },
      ]
    const paper = is ?? was
    return paper ? [{ field: nameOf(paper), old: wasText ?? null, new: isText ?? null }] : []
  })
}

const byId = <P extends Credential>(papers: readonly P[]) => new Map(papers.map((paper) => [paper.id, paper]))

function inWords({ number, effective, expiry, terminated }: Credential): string {
  const until = expiry ? ` to ${showDate(expiry)}` : ' on'
  const ended = terminated ? `, given up on ${showDate(terminated)}` : ''
  return `${number || 'no number'}, ${showDate(effective)}${until}${ended}`
}
