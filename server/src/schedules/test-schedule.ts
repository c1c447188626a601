import { firstCovered, firstOfChain, isBehind, lastCovered, versionIn } from '@coverdesk/domain/expected/coverage.ts'
import { type ExpectedMonth, expectedIn, type FirstMonths } from '@coverdesk/domain/expected/expected-month.ts'
import { firstDayOf, monthOfDay, showMonth } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import { firstOurs } from '@coverdesk/domain/expected/policy-ledger.ts'
import { whyNot } from '@coverdesk/domain/expected/schedule-row.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { ScheduleTestAnswer, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import { sql } from 'kysely'
import { policiesOfPerson } from '../expected/person-chains.ts'
import { readCarrier } from '../expected/read-carrier.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { schedulesOf } from './schedule-queries.ts'

interface Tested {
  id: number
  policyNumber: string
  insuredName: string
}

/** What a policy would earn in a month, by which row, and why the others don't apply; by the rules of the ledger. */
export const testSchedule: Handler<typeof schedules.test> = async (
  { db, user },
  { carrierId, policyNumber, month, members },
) => {
  const carrier = (await readCarrier(db, carrierId)) ?? fail('carrier.not_found')
  const tested = await findTested(db, carrierId, policyNumber, user.visibility('Statement'))
  const chain = await policiesOfPerson(db, carrierId, tested.id)
  const found = chain.find(({ id }) => id === tested.id) ?? fail('record.not_found')
  const policy = members === null ? found : withMembers(found, members)
  const first = { chain: firstOfChain(policy, chain), ours: firstOurs(policy) }
  const at = monthOfDay(firstOfMonth(month))
  const expected = expectedIn(policy, at, first, carrier)
  const rows = await schedulesOf(db, carrierId)
  const version = versionIn(policy.versions, at)
  return {
    policyId: tested.id,
    policyNumber: tested.policyNumber,
    insuredName: tested.insuredName,
    planName: version?.plan ?? null,
    state: version?.state ?? null,
    members: expected.facts.members,
    amount: expected.state === 'unrated' ? null : amountOf(expected.amount),
    row: rows.find(({ id }) => id === expected.row?.id) ?? null,
    conditions: conditionsOf(expected, policy, first, carrier),
    others: carrier.rows
      .filter(({ id }) => id !== expected.row?.id)
      .map((row) => {
        const said = rows.find(({ id }) => id === row.id)
        return {
          id: row.id,
          name: said ? scheduleName(said) : '',
          why: whyNot(row, expected.facts) ?? 'A narrower row applies',
        }
      }),
    year: yearOf(at).map((one) => ({
      month: showMonth(one),
      amount: amountOf(expectedIn(policy, one, first, carrier).amount),
    })),
  }
}

const yearOf = (month: number) => Array.from({ length: 12 }, (_, index) => month - (month % 12) + index)

async function findTested(db: Db, carrierId: number, policyNumber: string, visibility: Visibility): Promise<Tested> {
  const { rows } = await sql<Tested>`
    select p.id, p.policy_number as "policyNumber", p.first_name || ' ' || p.last_name as "insuredName" from policies p
    where p.carrier_id = ${carrierId} and policy_number_key(p.policy_number) = policy_number_key(${policyNumber})
      and (${visibility.all} or p.agent_id = any(${visibility.all ? [] : visibility.agentIds}::bigint[]))
    order by p.policy_number = ${policyNumber} desc limit 1`.execute(db)
  const message = 'This carrier has no policy with this number'
  return rows[0] ?? fail('record.not_found', { message, details: [{ path: 'policyNumber', message }] })
}

function withMembers(policy: PolicyFacts, members: number): PolicyFacts {
  return { ...policy, versions: policy.versions.map((version) => ({ ...version, members })) }
}

/** The conditions of an amount, each with its fact. */
function conditionsOf(
  { month, isInForce, isOurs, holder, facts, row }: ExpectedMonth,
  policy: PolicyFacts,
  first: FirstMonths,
  carrier: CarrierFacts,
): ScheduleTestAnswer['conditions'] {
  const [from, to] = [firstCovered(policy.versions), lastCovered(policy.versions)]
  const covered =
    from === null
      ? 'no effective date'
      : to === null
        ? `from ${showMonth(from)} on`
        : `${showMonth(from)} to ${to < 0 ? 'none' : showMonth(to)}`
  const members = facts.members === null ? 'unknown' : String(facts.members)
  return [
    { label: `In force in ${showMonth(month)}`, holds: isInForce, fact: covered },
    {
      label: 'Agent of record is ours',
      holds: isOurs,
      fact: `${holder?.npn ? `NPN ${holder.npn}` : 'not named'} on ${showDate(firstDayOf(month))}`,
    },
    {
      label: facts.isNew ? 'New business' : 'Renewal',
      holds: true,
      fact: first.chain === null ? 'first month unknown' : `first month ${showMonth(first.chain)}`,
    },
    {
      label: 'Premium paid',
      holds: !isBehind(policy, month, carrier),
      fact: policy.paidThrough === null ? 'not said' : `through ${showDate(policy.paidThrough)}`,
    },
    {
      label: row ? 'A row of the schedule applies' : 'No row of the schedule applies',
      holds: row !== null,
      fact:
        row === null
          ? 'not rated'
          : row.cap === null
            ? `${members} members`
            : `${members} members, up to ${row.cap} paid`,
    },
  ]
}
