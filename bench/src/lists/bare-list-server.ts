import fastify from 'fastify'
import pg from 'pg'

/**
 * Reference for a list page: only Fastify and pg, one prepared statement with parameters from the request, no
 * session, no rights, no total. Runs as a process of its own: `bare-list-server.ts <port> <database url>`.
 */
const [port, url] = process.argv.slice(2)
// One generic plan: PostgreSQL would otherwise plan a range again for each call.
const pool = new pg.Pool({ connectionString: url, max: 12, options: '-c plan_cache_mode=force_generic_plan' })
const columns = `p.id, p.policy_number as "policyNumber", p.first_name as "firstName", p.last_name as "lastName", p.address,
  p.city, p.county, p.state, p.zip_code as "zipCode", p.email, p.phone, p.plan_name as "planName",
  p.number_of_members as "numberOfMembers", p.carrier_id as "carrierId", c.name as "carrierName",
  p.policy_id as "policyId", p.status, a.name as "agentName", p.effective_date::text as "effectiveDate",
  y.months::text[] as months`
const joins = `join carriers c on c.id = p.carrier_id left join agents a on a.id = p.agent_id
  left join commission_years y on y.policy_id = p.id and y.year = $1`

const number = 'plain_text(p.policy_number) collate "C"'

/** The queries: the default first page, a prefix as a range, and two filters combined. */
const statements = {
  first: `select ${columns} from policies p ${joins} order by p.sort_name, p.id limit 10`,
  prefix: `select ${columns} from policies p ${joins} where ${number} >= $2 and ${number} < $3
    order by ${number}, p.policy_number, p.id limit 10`,
  filtered: `select ${columns} from policies p ${joins} where p.state = $2 and p.carrier_id = $3
    order by p.sort_name, p.id limit 10`,
}

const app = fastify()
for (const [name, text] of Object.entries(statements)) {
  app.get<{ Querystring: Record<string, string> }>(`/${name}`, async ({ query }) => {
    const values = [query.year, query.from, query.to].filter((value) => value !== undefined)
    return (await pool.query({ name, text, values })).rows
  })
}
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
