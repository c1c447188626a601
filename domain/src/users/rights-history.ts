import { everything, notOwn } from '../access/rights.ts'
import { endSentence } from './end-sentence.ts'
import { usersAndRights } from './users-and-rights.ts'

/** Audit event about a user or their rights. */
export interface RightsEvent {
  action: string
  entity: string | null
  /** Name of the user who acted; null for a request without login. */
  by: string | null
  /** The user acted on their own record. */
  isOwn: boolean
  facts: Readonly<Record<string, unknown>>
}

/** Names by id of what the facts of events mention. */
export interface FactNames {
  users: ReadonlyMap<number, string>
  agents: ReadonlyMap<number, string>
  contacts: ReadonlyMap<number, string>
}

/** Fact names that contain an id, by kind of record. */
const idFacts: Readonly<Record<string, keyof FactNames>> = {
  user: 'users',
  askedBy: 'users',
  agentId: 'agents',
  agentBefore: 'agents',
  contactId: 'contacts',
  contactBefore: 'contacts',
}

/** Ids in the facts of events, for looking up their names. */
export function idsInFacts(
  events: readonly Pick<RightsEvent, 'entity' | 'facts'>[],
): Record<keyof FactNames, number[]> {
  const ids: Record<keyof FactNames, Set<number>> = { users: new Set(), agents: new Set(), contacts: new Set() }
  for (const { entity, facts } of events) {
    if (!isAboutUsers(entity)) continue
    for (const [name, kind] of Object.entries(idFacts)) if (typeof facts[name] === 'number') ids[kind].add(facts[name])
    for (const { agentId } of [...rulesIn(facts.added), ...rulesIn(facts.removed)])
      if (/^\d+$/.test(agentId)) ids.agents.add(Number(agentId))
  }
  return { users: [...ids.users], agents: [...ids.agents], contacts: [...ids.contacts] }
}

/** Facts with names in place of ids; an id without a name stays. */
export function factsWithNames({ entity, facts }: Pick<RightsEvent, 'entity' | 'facts'>, names: FactNames) {
  if (!isAboutUsers(entity)) return facts
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const kind = idFacts[name]
      if (kind && typeof value === 'number') return [name, names[kind].get(value) ?? value]
      if (entity === 'user visibility' && (name === 'added' || name === 'removed'))
        return [name, rulesInWords(value, names)]
      return [name, value]
    }),
  )
}

const isAboutUsers = (entity: string | null): boolean => usersAndRights.some((name) => name === entity)

/** Who did what to the user's account and rights, as sentences: 'Ana gave Ben the claim view.Statement.' */
export function rightsSentences(event: RightsEvent, user: string, names: FactNames): string[] {
  const words: Words = {
    by: event.isOwn ? user : (event.by ?? 'Someone who was not logged in'),
    user: event.isOwn ? 'themselves' : user,
    whose: (what) => (event.isOwn ? `their own ${what}` : `the ${what} of ${user}`),
    names,
  }
  return partsOf(event, words).map(endSentence)
}

interface Words {
  by: string
  /** The user as the object of a sentence. */
  user: string
  /** 'the email of Ben' or 'their own email'. */
  whose: (what: string) => string
  names: FactNames
}

function partsOf(event: RightsEvent, words: Words): string[] {
  switch (event.entity) {
    case 'user':
      return userParts(event, words)
    case 'user visibility':
      return visibilityParts(event, words)
    case 'rights request':
      return [requestPart(event, words)]
    case 'emergency access':
      return [emergencyPart(event, words)]
    case 'role template':
      return templateParts(event, words)
    default:
      return []
  }
}

function userParts({ action, facts }: RightsEvent, words: Words): string[] {
  const { by, user, whose } = words
  if (action === 'logout')
    return [
      facts.everywhere === true ? `${by} signed ${user} out everywhere` : `${by} ended ${whose('other sessions')}`,
    ]
  if (action === 'reset-link') return [`A link to set a new password was requested for ${user}`]
  if (action === 'create')
    return [
      facts.byAdmin === false
        ? `${by} registered and confirmed the email address`
        : `${by} registered ${user}${facts.invitation === 'sent' ? ' and sent an invitation' : ''}`,
      ...linkParts(facts, words),
      ...rightsParts(facts, words),
    ]
  const parts = [...linkParts(facts, words), ...rightsParts(facts, words), ...accountParts(facts, words)]
  return parts.length > 0 ? parts : [`${by} changed ${user}`]
}

function accountParts(facts: RightsEvent['facts'], { by, user, whose }: Words): string[] {
  const parts: string[] = []
  if (typeof facts.enabled === 'boolean') parts.push(`${by} ${facts.enabled ? 'enabled' : 'disabled'} ${user}`)
  if (typeof facts.application === 'boolean')
    parts.push(`${by} ${facts.application ? 'set' : 'removed'} ${whose('application')}`)
  if (typeof facts.fields === 'string' && facts.fields !== '')
    parts.push(`${by} changed ${whose(inWords(facts.fields.split(', ').map((name) => fieldWords[name] ?? name)))}`)
  if (facts.secondFactorRemoved !== undefined) parts.push(`${by} removed ${whose('second factor')}`)
  if (typeof facts.secondFactor === 'string')
    parts.push(`${by} changed ${whose('second factor')}: ${facts.secondFactor}`)
  if (facts.invitation === 'sent') parts.push(`${by} sent an invitation to ${user}`)
  if (facts.invitation === 'revoked') parts.push(`${by} revoked ${whose('invitation')}`)
  if (facts.invitation === 'accepted') parts.push(`${by} accepted the invitation and set a password`)
  if (facts.password === true)
    parts.push(
      facts.temporary === true ? `${by} set a temporary password for ${user}` : `${by} changed ${whose('password')}`,
    )
  return parts
}

const fieldWords: Readonly<Record<string, string>> = { typeId: 'type', org: 'ORG' }

function rightsParts(facts: RightsEvent['facts'], { by, user }: Words): string[] {
  const rights = (change: 'Added' | 'Removed', fullAccess: boolean) => [
    ...named('role', facts[`roles${change}`]),
    ...named('claim', facts[`claims${change}`]),
    ...(facts.fullAgentAccess === fullAccess ? ['full agent access'] : []),
  ]
  const [given, taken] = [rights('Added', true), rights('Removed', false)]
  return [
    ...(given.length > 0 ? [`${by} gave ${user} ${inWords(given)}`] : []),
    ...(taken.length > 0 ? [`${by} took ${inWords(taken)} from ${user}`] : []),
  ]
}

/** 'the role agent' or 'the claims view.Lead and view.Policy'. */
function named(what: 'role' | 'claim', value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(', ').filter(Boolean) : []
  return list.length === 0 ? [] : [`the ${what}${list.length === 1 ? '' : 's'} ${inWords(list)}`]
}

function linkParts(facts: RightsEvent['facts'], { by, user, names: { agents, contacts } }: Words): string[] {
  if (typeof facts.contactId !== 'number') return []
  const agent = typeof facts.agentId === 'number' ? agents.get(facts.agentId) : undefined
  const contact = contacts.get(facts.contactId) ?? `number ${facts.contactId}`
  const before = typeof facts.contactBefore === 'number' ? contacts.get(facts.contactBefore) : undefined
  const linked = agent === undefined ? `the contact ${contact}` : `the agent ${agent}`
  return [`${by} linked ${user} to ${linked}${before ? ` instead of ${before}` : ''}`]
}

function visibilityParts({ facts }: RightsEvent, { by, whose, names }: Words): string[] {
  const [added, removed] = [rulesInWords(facts.added, names), rulesInWords(facts.removed, names)]
  const parts = [
    ...(added ? [`${by} added to ${whose('visibility')}: ${added}`] : []),
    ...(removed ? [`${by} removed from ${whose('visibility')}: ${removed}`] : []),
  ]
  return parts.length > 0 ? parts : [`${by} saved ${whose('visibility')} unchanged`]
}

function rulesIn(value: unknown): { agentId: string; area: string }[] {
  if (typeof value !== 'string' || value === '') return []
  return value.split(', ').map((rule) => {
    const [agentId = '', area = ''] = rule.split(':')
    return { agentId, area }
  })
}

/** 'Policy of Ana Diaz, everything of all agents'. */
function rulesInWords(value: unknown, { agents }: FactNames): string {
  const agentOf = (id: string) => {
    if (id === everything) return 'of all agents'
    return id === notOwn ? 'not own' : `of ${agents.get(Number(id)) ?? `agent ${id}`}`
  }
  return rulesIn(value)
    .map(({ agentId, area }) => `${area === everything ? 'everything' : area} ${agentOf(agentId)}`)
    .join(', ')
}

function requestPart({ action, facts }: RightsEvent, { by, user, names }: Words): string {
  const above = String(facts.above ?? '')
  if (action === 'create') return `${by} asked for approval for ${user}: ${above}`
  const askedBy = typeof facts.askedBy === 'number' ? names.users.get(facts.askedBy) : undefined
  if (facts.decision === 'withdrawn') return `${by} withdrew the request for ${user}: ${above}`
  const decided = facts.decision === 'approved' ? 'approved' : 'refused'
  return `${by} ${decided} for ${user}: ${above}${askedBy ? `, requested by ${askedBy}` : ''}`
}

function emergencyPart({ action, facts }: RightsEvent, { by, whose }: Words): string {
  if (action === 'create') return `${by} asked for emergency access`
  return `${by} ${facts.decision === 'approved' || facts.decision === 'ended' ? facts.decision : 'refused'} ${whose('emergency access')}`
}

const templateVerbs: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted' }

function templateParts({ action, facts }: RightsEvent, words: Words): string[] {
  const template = `the role template ${String(facts.name)}`
  const before = typeof facts.nameBefore === 'string' ? `, named ${facts.nameBefore} before` : ''
  return [
    `${words.by} ${templateVerbs[action] ?? 'changed'} ${template}${before}`,
    ...rightsParts(facts, { ...words, user: template }),
  ]
}

const inWords = (list: readonly string[]): string => new Intl.ListFormat('en-US').format(list)
