import { type ApplicationStatusName, applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { newestEntries } from '@coverdesk/domain/person/newest-entries.ts'
import type { EntryTone } from '@coverdesk/domain/person/person-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { applicationVisibility, visibleApplications } from '../applications/application-visibility.ts'
import { revokedAfter } from '../applications/revoked-after.ts'
import { visibleApplications as visibleAtMarketplace } from '../marketplace/marketplace-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import { displayName } from '../users/user-list.ts'
import { entryDefaults } from './entry-defaults.ts'
import { matchesPerson, plainEmails, sortName } from './matches-person.ts'
import type { FoundEntry, KnownPerson, Person } from './person-source.ts'

const tones: Readonly<Record<ApplicationStatusName, EntryTone>> = {
  New: 'grey',
  Assigned: 'blue',
  Submitted: 'green',
  Void: 'red',
}
const names = ['New', 'Assigned', 'Submitted', 'Void'] as const satisfies readonly ApplicationStatusName[]
const statusNames = new Map<number, ApplicationStatusName>(names.map((name) => [applicationStatus[name], name]))

/** Internal applications `i` of the person that the caller can see. */
const internalOf = (caller: SignedIn, person: Person) =>
  sql`${matchesPerson(person, 'i')} and ${visibleApplications(applicationVisibility(caller))}`

/** Internal applications of the person that the caller can see, the newest 20. */
export async function internalEntries(db: Db, caller: SignedIn, person: Person): Promise<FoundEntry[]> {
  if (person.lastName === '') return []
  const { rows } = await sql<{
    number: number
    uuid: string
    statusId: number
    carrier: string
    plan: string
    at: string
    agent: string | null
    by: string | null
  }>`
    select i.id as number, i.uuid, i.status_id as "statusId", i.carrier, i.plan_selected as plan, a.name as agent,
      ${sql.raw(instantOf('i.created_at'))} as at, ${sql.raw(displayName)} as by
    from internal_applications i
    left join agents a on a.id = i.assigned_agent_id
    left join users u on u.id = i.created_by
    left join contacts c on c.id = u.contact_id
    where ${internalOf(caller, person)} order by i.id desc limit ${newestEntries.application}`.execute(db)
  return rows.map(({ number, uuid, statusId, carrier, plan, at, agent, by }) => {
    const status = statusNames.get(statusId) ?? 'New'
    return {
      ...entryDefaults,
      kind: 'application',
      key: uuid,
      at,
      by,
      title: `Application ${number}`,
      text: [carrier, plan, agent && `assigned to ${agent}`].filter(Boolean).join(', ') || null,
      state: { word: status, tone: tones[status] },
      record: uuid,
      shows: { entity: 'internal-application', id: number },
    }
  })
}

/** Consents that the person was asked for and signed, of the internal applications that the caller can see. */
export async function consentEntries(db: Db, caller: SignedIn, person: Person): Promise<FoundEntry[]> {
  if (person.lastName === '') return []
  const { rows } = await sql<{
    id: number
    number: number
    uuid: string
    sentTo: string
    sentAt: string
    agent: string | null
    signedAt: string | null
    signedName: string | null
    endsOn: string | null
    revokedAt: string | null
    replaced: boolean
  }>`
    select r.id, i.id as number, i.uuid, r.sent_to as "sentTo", r.agent_name as agent, g.signed_name as "signedName",
      ${sql.raw(instantOf('r.created_at'))} as "sentAt", ${sql.raw(instantOf('g.signed_at'))} as "signedAt",
      g.ends_on as "endsOn", ${sql.raw(instantOf(revokedAfter))} as "revokedAt", r.replaced_at is not null as replaced
    from internal_applications i
    join consent_requests r on r.application_id = i.id
    left join consents g on g.request_id = r.id
    where ${internalOf(caller, person)} order by r.id desc limit ${newestEntries.consent}`.execute(db)
  return rows.flatMap(
    ({ id, number, uuid, sentTo, sentAt, agent, signedAt, signedName, endsOn, revokedAt, replaced }) => {
      const base = {
        ...entryDefaults,
        kind: 'consent' as const,
        record: uuid,
        shows: { entity: 'internal-application', id: number },
      }
      const waiting = replaced
        ? ({ word: 'Replaced', tone: 'grey' } as const)
        : ({ word: 'Sent', tone: 'amber' } as const)
      const entry: FoundEntry = {
        ...base,
        key: `${id}`,
        at: sentAt,
        title: `Consent requested for application ${number}`,
        text: [`to ${sentTo}`, agent && `for ${agent}`].filter(Boolean).join(', '),
        state: signedAt === null ? waiting : null,
      }
      if (signedAt === null || endsOn === null) return [entry]
      const signed: FoundEntry = {
        ...base,
        key: `${id} signed`,
        at: signedAt,
        title: `Consent signed for application ${number}`,
        text: [signedName && `by ${signedName}`, revokedAt ? null : `valid until ${showDate(endsOn)}`]
          .filter(Boolean)
          .join(', '),
        state: revokedAt
          ? { word: 'Revoked', tone: 'red' }
          : endsOn <= person.today
            ? { word: 'Expired', tone: 'grey' }
            : { word: 'Valid', tone: 'green' },
      }
      if (revokedAt === null) return [entry, signed]
      const revoked: FoundEntry = {
        ...base,
        key: `${id} revoked`,
        at: revokedAt,
        title: `Consent revoked for application ${number}`,
      }
      return [entry, signed, revoked]
    },
  )
}

/**
 * Marketplace applications `m` of the person: the one of the person's account, or those with the same last name and the
 * person's phone or e-mail address, or with the full name and date of birth among the household.
 */
export function marketplaceOf(caller: SignedIn, person: KnownPerson): RawBuilder<boolean> {
  const { id, lastName, dob, phones } = person
  const householdMember = JSON.stringify([{ dob }])
  return sql<boolean>`(
    m.exchange_assigned_id in (select u.application_id from users u where u.contact_id = ${id} and u.application_id is not null)
    or m.user_phone collate "C" = any(${phones}::text[]) and plain_text(m.user_last_name) = plain_text(${lastName})
    or plain_text(m.user_email) collate "C" = any(${plainEmails(person)}) and plain_text(m.user_last_name) = plain_text(${lastName})
    or ${dob}::date is not null and m.sort_name = ${sortName(person)} and m.document -> 'persons' @> ${householdMember}::jsonb
  ) and ${visibleAtMarketplace(caller)}`
}

/** Marketplace applications of the person that the caller can see, the newest 20. */
export async function marketplaceEntries(db: Db, caller: SignedIn, person: Person): Promise<FoundEntry[]> {
  if (person.lastName === '') return []
  const { rows } = await sql<{
    id: number
    appId: string
    plan: string | null
    carrier: string | null
    agent: string | null
    eligible: boolean
    at: string
  }>`
    select m.id, m.exchange_assigned_id as "appId", m.plan_name as plan, coalesce(c.name, m.carrier_name) as carrier,
      coalesce(a.name, m.agent_name) as agent, m.eligible, ${sql.raw(instantOf('m.snapshot_at'))} as at
    from marketplace_applications m
    left join carriers c on c.id = m.carrier_id
    left join agents a on a.id = m.agent_id
    where ${marketplaceOf(caller, person)} order by m.snapshot_at desc, m.id desc limit ${newestEntries.marketplace}`.execute(
    db,
  )
  return rows.map(({ id, appId, plan, carrier, agent, eligible, at }) => ({
    ...entryDefaults,
    kind: 'marketplace',
    key: appId,
    at,
    title: `Marketplace application ${appId}`,
    text: [carrier, plan, agent].filter(Boolean).join(', ') || null,
    state: eligible ? { word: 'Eligible', tone: 'green' } : { word: 'Not eligible', tone: 'grey' },
    record: appId,
    shows: { entity: 'marketplace-application', id },
  }))
}
