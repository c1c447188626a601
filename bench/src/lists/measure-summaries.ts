import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { interleaved, type Part, ratioFigure, timed } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

/** The dashboard's carriers by month, compared with reading the roll-up by SQL. */
export async function measureSummaries(server: ServerUnderTest): Promise<Part> {
  const headers = { authorization: `Bearer ${await server.token('admin@demo.test')}` }
  const year = new Date().getFullYear()
  const request = async () => (await fetch(`${server.url}${policies.summaries.path}?year=${year}`, { headers })).text()
  const rollUp = () =>
    server.owner.query({
      name: 'roll-up',
      text: `select month, carrier_id, sum(policies) as policies, sum(members) as members from policy_month_totals
        where month between make_date($1, 1, 1) and make_date($1, 12, 1) group by 1, 2 order by 1, 2`,
      values: [year],
    })
  const { ours, limit } = await interleaved(
    51,
    () => timed(request),
    () => timed(rollUp),
  )
  return { figures: [ratioFigure('dashboard, carrier × month of one year', ours, limit, 3)], remarks: [] }
}
