import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type pg from 'pg'

/** Sample of the stored policies, from which requests take their values. */
interface Sample {
  number: string
  lastName: string
  zipCode: string
  state: string
  carrier: number
  status: string
  agentId: number
}

/** Kind of a list page with varied filters: the query of request `n`. */
export type RequestKind = (n: number) => string

/** Kinds of requests of the policy list, by name. Each value is taken from a stored policy, so that most pages have rows. */
export async function listRequests(owner: pg.Pool): Promise<Record<string, RequestKind>> {
  const { rows } = await owner.query<Sample>(`
    select policy_number as number, last_name as "lastName", coalesce(zip_code, '33101') as "zipCode", coalesce(state, 'FL') as state,
      carrier_id::int as carrier, status, coalesce(agent_id, 1)::int as "agentId"
    from policies where id % greatest(1, (select max(id) from policies) / 20000) = 0 order by hashint8(id) limit 20000`)
  const total = await owner.query<{ total: number }>('select count(*)::int as total from policies')
  const pages = Math.floor((total.rows[0]?.total ?? 0) / 10)
  const kinds: Record<string, (sample: Sample, n: number) => Record<string, string | number>> = {
    'as it opens': () => ({}),
    'prefix of a number': ({ number }, n) => ({ policyNumber: number.slice(0, 5 + (n % 4)) }),
    'prefix, sorted by it': ({ number }, n) => ({ policyNumber: number.slice(0, 5 + (n % 4)), sort: 'policyNumber' }),
    'state and carrier': ({ state, carrier }, n) => ({ state, carrier, pageNumber: 1 + (n % 3) }),
    status: ({ status }, n) => ({ status, pageNumber: 1 + (n % 20) }),
    agent: ({ agentId }, n) => ({ agentId, pageNumber: 1 + (n % 3) }),
    'ZIP code': ({ zipCode }, n) => ({ zipCode: zipCode.slice(0, 3 + (n % 3)) }),
    'deep page': (_, n) => ({ pageNumber: 1 + ((n * 7919) % pages) }),
    'state, sorted by number': ({ state }, n) => ({ state, sort: 'policyNumber', pageNumber: 1 + (n % 5) }),
    'part of a name': ({ lastName, state }, n) => ({ name: lastName.slice(0, 3 + (n % 4)), state }),
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([name, queryOf]) => [
      name,
      (n: number) => {
        const sample = rows[n % rows.length]
        if (!sample) throw new Error('There are no policies')
        const query = Object.entries(queryOf(sample, n)).map(([key, value]): [string, string] => [key, String(value)])
        return `${policies.list.path}?${new URLSearchParams(query)}`
      },
    ]),
  )
}
