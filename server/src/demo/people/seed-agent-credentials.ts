import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { copyRows } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'
import { type DemoCarrier, type DemoState, demoCarriers } from '../policies/demo-carriers.ts'
import { demoAgentCount } from './demo-agents.ts'

/** Seeds licenses, carrier appointments and rates of the demo's agents if there are none, also for older demos. */
export async function seedAgentCredentials(client: LentConnection, today: string): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from agent_licenses) or exists (select from agent_appointments) or exists (select from agent_rates) as filled',
  )
  if (rows[0]?.filled) return
  // Carriers of an earlier demo.
  const there = await client.query<{ id: string }>('select id from agents where id <= $1 order by id', [demoAgentCount])
  const papers = there.rows.map(({ id }) => papersOf(Number(id), today))
  await copyRows(
    client,
    'agent_licenses (agent_id, state, number, line, effective, expiry)',
    papers.flatMap(({ licenses }) => licenses),
  )
  await copyRows(
    client,
    'agent_appointments (agent_id, carrier_id, state, number, effective, expiry, terminated)',
    papers.flatMap(({ appointments }) => appointments),
  )
  await copyRows(
    client,
    'agent_rates (agent_id, carrier_id, rate, start_date, end_date)',
    papers.flatMap(({ rates }) => rates),
  )
  // Known since their first license.
  await client.query(`
    update agents a set created_at = l.since + interval '15 hours'
    from (select agent_id, min(effective) as since from agent_licenses group by agent_id) l where l.agent_id = a.id`)
}

type Row = readonly string[]
const states: readonly DemoState[] = ['FL', 'TX', 'GA', 'NC']
/** Days until some licenses expire: very soon, soon, and one already expired. */
const closeEnds = new Map([
  [3, 12],
  [8, 27],
  [14, 41],
  [17, 24],
  [22, 55],
  [31, -19],
])

function papersOf(agent: number, today: string): { licenses: Row[]; appointments: Row[]; rates: Row[] } {
  const random = new DemoRandom(51, agent)
  const year = Number(today.slice(0, 4))
  const since = year - random.between(3, 9)
  const licenses = states.map((state, at): Row => {
    const close = at === agent % states.length || agent === 17 ? closeEnds.get(agent) : undefined
    const expiry =
      close === undefined || (agent === 17 && at > 0)
        ? writeDate(year + random.between(1, 2), random.between(1, 12), 28)
        : plusDays(today, close)
    const line = random.chance(0.3) ? 'Life and Health' : 'Health'
    const number = `${state === 'FL' ? 'W' : ''}${random.between(100_000, 999_999)}`
    return [String(agent), state, number, line, writeDate(since + (at % 3), random.between(1, 12), 1), expiry]
  })
  const sold = demoCarriers.filter((carrier) => carrier.behind !== null && sells(carrier) && random.chance(0.93))
  const appointments = sold.flatMap((carrier) =>
    states
      .filter((state) => (carrier.shares[state] ?? 0) >= least)
      .map((state): Row => {
        const terminated = random.chance(0.02) ? plusDays(today, -random.between(20, 300)) : ''
        const expiry = random.chance(0.1) ? writeDate(year + 1, 6 + random.between(0, 6), 30) : ''
        const number = `${carrier.code}-${random.between(10_000, 99_999)}`
        return [
          String(agent),
          String(carrier.id),
          state,
          number,
          writeDate(since + 1, random.between(1, 12), 1),
          expiry,
          terminated,
        ]
      }),
  )
  return { licenses, appointments, rates: sold.flatMap((carrier) => ratesOf(random, agent, carrier, year)) }
}

/** Percentage of a state's business from which the agency's agents are appointed there. */
const least = 8
const sells = ({ shares }: DemoCarrier) => states.some((state) => (shares[state] ?? 0) >= least)

/** A rate for each of the two previous years, the current one, and for some an agreed rate from January. */
function ratesOf(random: DemoRandom, agent: number, carrier: DemoCarrier, year: number): Row[] {
  const share = 0.5 + random.between(0, 20) / 100
  // In quarters of a dollar, as rates are usually agreed.
  const cents = (times: number) => Math.round((carrier.perMember * share * times) / 25) * 25
  const raised = random.chance(0.25)
  const spans: [number, string, string][] = [
    [cents(0.9), writeDate(year - 2, 1, 1), writeDate(year - 2, 12, 31)],
    [cents(0.95), writeDate(year - 1, 1, 1), writeDate(year - 1, 12, 31)],
    [cents(1), writeDate(year, 1, 1), raised ? writeDate(year, 12, 31) : ''],
  ]
  if (raised) spans.push([cents(1.06), writeDate(year + 1, 1, 1), ''])
  return spans.map(([amount, from, to]) => [String(agent), String(carrier.id), amountOf(amount), from, to])
}
