import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { demoCarriers } from '../policies/demo-carriers.ts'

/** Where the schedule of a year says it. */
const source = (year: number) => `Broker compensation ${year}.pdf, page 4`

/**
 * Schedules of the carriers that have files, for the year of `today`, and drafts of the next year for two. Most statements pay what
 * they say; a higher rate for the gold plans that start in the summer is not paid.
 */
export async function seedSchedules(client: LentConnection, today: string): Promise<void> {
  const year = Number(today.slice(0, 4))
  const rows = demoCarriers
    .filter(({ behind }) => behind !== null)
    .flatMap(({ id, perMember, plans }) => {
      const row = (scope: string, value: string, business: string, cents: number, of = year) => [
        String(id),
        scope,
        value,
        business,
        `${of}-01-01`,
        `${of}-12-01`,
        'member',
        amountOf(cents),
        source(of),
      ]
      const split = id % 2 === 0
      return [
        ...(split
          ? [row('all', '', 'new', perMember), row('all', '', 'renewal', perMember)]
          : [row('all', '', 'both', perMember)]),
        ...(plans.Gold && id <= 2 ? [row('metal', 'gold', 'new', perMember + 300)] : []),
        ...(id <= 2 ? [row('all', '', 'both', perMember + 50, year + 1)] : []),
      ]
    })
  await client.query(
    `insert into commission_schedules (carrier_id, scope, scope_value, business, first_month, last_month, basis, amount, source)
     select (r ->> 0)::bigint, r ->> 1, r ->> 2, r ->> 3, (r ->> 4)::date, (r ->> 5)::date, r ->> 6, (r ->> 7)::numeric, r ->> 8
     from jsonb_array_elements($1::jsonb) r`,
    [JSON.stringify(rows)],
  )
  await client.query(`update commission_schedules set cohort_from = $1 where scope = 'metal'`, [`${year}-06-01`])
}
