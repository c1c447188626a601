import { numberless } from '@coverdesk/domain/commissions/commission-csv.ts'
import { type ExceptionReason, type MatchCandidate, matchLine } from '@coverdesk/domain/exceptions/match-line.ts'
import { type RawBuilder, sql } from 'kysely'
import { monthOfLine, termsOfLine } from '../../expected/terms-of-line.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type CandidateRow,
  candidateOf,
  candidatesOf,
  type LineFacts,
  lineFacts,
  matchedLineOf,
} from './line-candidates.ts'

/** Staged rows of a file, or stored lines: a table with the columns of commission_lines, its key, and a condition on `r`. */
export interface LineSource {
  table: RawBuilder<unknown>
  key: RawBuilder<unknown>
  of: RawBuilder<unknown>
}

/** Lines per round, so that memory use does not grow with the file. */
const linesAtOnce = 2_000

/**
 * Finds the policy and agent of lines: by users' decisions, else by the rules of `matchLine`. Unambiguous numbers,
 * nearly all, are matched in one statement; the rules run only for lines with conflicting data or other ids.
 */
export async function matchPolicies(db: Db, source: LineSource): Promise<void> {
  const keys = await matchNumbers(db, source)
  for (let from = 0; from < keys.length; from += linesAtOnce)
    await judge(db, source, keys.slice(from, from + linesAtOnce))
  await applyResolutions(db, source)
}

/** The number as in the file. */
export const statedNumber = (alias: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${alias}.stated_number`)}, ${sql.ref(`${alias}.policy_number`)})`

/** Matches lines by numbers that only one person ever had; returns the keys of the remaining lines. */
async function matchNumbers(db: Db, { table, key, of }: LineSource): Promise<number[]> {
  const { rows } = await sql<{ keys: number[] }>`
    with x as materialized (
      select r.${key} as key, f.id as policy_id, coalesce(f.policy_number, ${statedNumber('r')}) as policy_number,
        case when f.policy_number <> ${statedNumber('r')} then ${statedNumber('r')} end as stated_number,
        case when n.is_numberless then 'agent' when f.id is null then null when e.id is null then 'spelling' else 'number' end as matched_by,
        case when f.id is null then null
          when (r.agent_npn is null or r.agent_npn is not distinct from h.npn) and policy_covers(p, t.month) then 100
          else 95 end as confidence,
        case when r.agent_by = 'person' then r.agent_id else coalesce(a.id, g.agent_id) end as agent_id,
        case when r.agent_by = 'person' then 'person' when a.id is not null then 'file'
          when g.agent_id is not null then 'policy' end as agent_by,
        not n.is_numberless and (d.is_doubtful
          or f.id is null and (r.member_id is not null or r.exchange_id is not null or r.dob is not null or i.is_id)) as is_open
      from ${table} r
      ${termsOfLine('r')}
      cross join lateral (select ${monthOfLine('r')} as month) t
      cross join lateral (select ${statedNumber('r')} = ${numberless} as is_numberless) n
      left join policies e on not n.is_numberless and e.carrier_id = r.carrier_id and e.policy_number = ${statedNumber('r')}
      left join lateral (
        select min(q.id) as id, count(*) as policies from policies q
        where e.id is null and q.carrier_id = r.carrier_id
          and policy_number_key(q.policy_number) = policy_number_key(${statedNumber('r')})
      ) k on true
      left join policies p on p.id = coalesce(e.id, k.id)
      cross join lateral (select p.id is not null and (coalesce(k.policies, 0) > 1 or coalesce(r.dob <> p.dob, false)
        or coalesce(has_generation(r.insured_name), false) and has_generation(concat_ws(' ', p.first_name, p.last_name))
        or exists (select from policy_changes i where i.policy_id = p.id and i.field in ('FirstName', 'LastName', 'DOB'))
        or exists (select from older_versions o where o.policy_id = p.id
          and (o.first_name, o.last_name, o.dob) is distinct from (p.first_name, p.last_name, p.dob))
      ) as is_doubtful) d
      left join policies f on f.id = p.id and not d.is_doubtful
      -- Some carriers write the id of the member or of the exchange in place of the number.
      left join lateral (select exists (select from policies q where q.carrier_id = r.carrier_id
          and policy_number_key(q.member_id) = policy_number_key(${statedNumber('r')}))
        or exists (select from policies q where q.carrier_id = r.carrier_id
          and policy_number_key(q.exchange_subscriber_id) = policy_number_key(${statedNumber('r')})) as is_id where p.id is null) i on true
      left join agents a on a.npn = r.agent_npn
      left join lateral (select agent_of_record(f, r.month) as agent_id where r.agent_npn is null and f.id is not null) g on true
      left join lateral (select case when p.agent_since <= t.month then p.agent_npn
        when p.id is not null then npn_on(p, t.month) end as npn where r.agent_npn is not null) h on true
      where ${of}
    ),
    written as (
      update ${table} s set policy_id = x.policy_id, policy_number = x.policy_number, stated_number = x.stated_number,
        matched_by = x.matched_by, confidence = x.confidence, exception = null, agent_id = x.agent_id, agent_by = x.agent_by
      from x where s.${key} = x.key and (s.policy_id, s.policy_number, s.stated_number, s.matched_by, s.confidence, s.exception,
        s.agent_id, s.agent_by) is distinct from (x.policy_id, x.policy_number, x.stated_number, x.matched_by,
        x.confidence::smallint, null, x.agent_id, x.agent_by)
    )
    select coalesce(jsonb_agg(key order by key), '[]') as keys from x where is_open`.execute(db)
  return rows[0]?.keys ?? []
}

interface Judged {
  key: number
  policyId: number | null
  rule: string | null
  confidence: number | null
  exception: ExceptionReason | null
}

async function judge(db: Db, source: LineSource, keys: readonly number[]): Promise<void> {
  const ofKeys = sql`r.${source.key} = any(${keys}::bigint[])`
  const { rows } = await sql<LineFacts & { key: number; candidates: CandidateRow[] }>`
    select r.${source.key} as key, ${lineFacts}, ${candidatesOf()} as candidates
    from ${source.table} r ${termsOfLine('r')} where ${ofKeys}`.execute(db)
  const judged = rows.map(({ key, candidates, ...line }): Judged => {
    const match = matchLine(
      matchedLineOf(line),
      candidates.map((row): MatchCandidate => candidateOf(row)),
    )
    return match.policyId === null
      ? { key, policyId: null, rule: null, confidence: null, exception: match.exception }
      : { key, policyId: match.policyId, rule: match.rule, confidence: match.confidence, exception: null }
  })
  await sql`
    update ${source.table} s set policy_id = p.id, policy_number = coalesce(p.policy_number, ${statedNumber('s')}),
      stated_number = case when p.policy_number <> ${statedNumber('s')} then ${statedNumber('s')} end,
      matched_by = j.rule, confidence = j.confidence, exception = nullif(j.exception, 'notLoaded')
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j (key bigint, "policyId" bigint, rule text, confidence smallint,
      exception text) left join policies p on p.id = j."policyId"
    where s.${source.key} = j.key`.execute(db)
  await assignAgents(db, source, ofKeys)
}

/** Applies users' decisions about lines with the same carrier, number and name. */
async function applyResolutions(db: Db, source: LineSource): Promise<void> {
  const { rows: carriers } = await sql<{ known: boolean }>`
    select exists (select from line_resolutions z where z.undone_at is null
      and z.carrier_id in (select r.carrier_id from ${source.table} r where ${source.of})) as known`.execute(db)
  if (!carriers[0]?.known) return
  const { rows } = await sql<{ keys: number[] }>`
    with resolved as (
      update ${source.table} s set policy_id = x.policy_id, policy_number = coalesce(x.policy_number, x.stated),
        stated_number = case when x.policy_number <> x.stated then x.stated end,
        matched_by = case when x.policy_id is null then 'ignored' else 'resolution' end, confidence = 100, exception = null
      from (
        select r.${source.key} as key, q.id as policy_id, q.policy_number, ${statedNumber('r')} as stated
        from ${source.table} r
        join line_resolutions z on z.carrier_id = r.carrier_id and z.number_key = policy_number_key(${statedNumber('r')})
          and z.name_key = line_name_key(r.insured_name) and z.undone_at is null
        left join policies q on q.carrier_id = z.carrier_id and q.policy_number = z.resolved_to
        where (q.id is not null or z.ignored is not null) and ${source.of}
      ) x where s.${source.key} = x.key
      returning s.${source.key} as key
    )
    select coalesce(jsonb_agg(key), '[]') as keys from resolved`.execute(db)
  await assignAgents(db, source, sql`r.${source.key} = any(${rows[0]?.keys ?? []}::bigint[])`)
}

/** Like assign_line_agents, which does this for stored lines. */
async function assignAgents(db: Db, { table, key }: LineSource, of: RawBuilder<unknown>): Promise<void> {
  await sql`
    update ${table} s set agent_id = x.agent_id, agent_by = x.agent_by
    from (
      select r.${key} as key, coalesce(a.id, h.agent_id) as agent_id,
        case when a.id is not null then 'file' when h.agent_id is not null then 'policy' end as agent_by
      from ${table} r
      left join policies p on p.id = r.policy_id
      left join agents a on a.npn = r.agent_npn
      left join lateral (select agent_of_record(p, r.month) as agent_id where r.agent_npn is null and p.id is not null) h on true
      where ${of} and r.agent_by is distinct from 'person'
    ) x where s.${key} = x.key`.execute(db)
}
