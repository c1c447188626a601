import { fail } from '@coverdesk/domain/fail.ts'
import { cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { sourceClassSentences } from '@coverdesk/domain/three-sources/source-class.ts'
import type { SourceDetail, SourceRow, threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findUnit } from './find-unit.ts'

type Line = SourceDetail['lines'][number] & {
  npn: string | null
  members: number | null
  insuredName: string | null
  number: string
}

interface Records {
  exchange: {
    npn: string | null
    agent: string | null
    name: string
    number: string | null
    effective: string
    expiration: string
    members: number | null
    premium: string | null
    status: string | null
  } | null
  book: {
    npn: string | null
    agent: string | null
    name: string
    number: string
    effective: string | null
    term: string | null
    members: number | null
    premium: string | null
    status: string
    paidThrough: string | null
    fileName: string | null
    line: number | null
  } | null
  expected: string | null
  monthClass: string | null
  phone: string | null
  hasVariance: boolean
}

/** What each source says of a unit. Fails with `record.not_found` for one that the user does not see. */
export const explainUnit: Handler<typeof threeSources.one> = async ({ db, user }, { id }) => {
  const unit = await findUnit(db, user.visibility('Statement'), id)
  const records = await recordsOf(db, id)
  const lines = await linesOf(db, id)
  return {
    unit,
    explanation: sourceClassSentences[unit.class],
    facts: factsOf(unit, records, lines),
    stakeReason: stakeReasonOf(unit, records),
    timeline: await timelineOf(db, unit),
    phone: records.phone,
    hasVariance: records.hasVariance,
    lines: lines.map(({ id, fileName, line, amount }) => ({ id, fileName, line, amount })),
  }
}

async function recordsOf(db: Db, id: number): Promise<Records> {
  const { rows } = await sql<Records>`
    select
      case when t.in_exchange then jsonb_build_object('npn', t.exchange_npn,
        'agent', (select a.name from agents a where a.npn = t.exchange_npn), 'name', x.first_name || ' ' || x.last_name,
        'number', coalesce(x.issuer_number, x.exchange_ids[1]), 'effective', x.effective, 'expiration', x.expiration, 'members', x.members,
        'premium', x.premium::text, 'status', x.status) end as exchange,
      case when t.policy_id is not null then jsonb_build_object('npn', npn_on(p, t.month),
        'agent', (select a.name from agents a where a.npn = npn_on(p, t.month)), 'name', p.first_name || ' ' || p.last_name,
        'number', p.policy_number, 'effective', p.effective_date, 'term', p.term_date, 'members', p.number_of_members,
        'premium', p.monthly_premium::text, 'status', p.status, 'paidThrough', p.paid_through_date, 'fileName', b.file_name,
        'line', p.last_line) end as book,
      e.expected::text as expected, e.class as "monthClass", coalesce(p.phone, m.user_phone) as phone,
      exists (select from variances v where v.policy_id = t.policy_id and v.month = t.month and v.closed_at is null) as "hasVariance"
    from source_units t
    left join exchange_policies x on x.application_id = t.application_id and x.place = t.place
    left join policies p on p.id = t.policy_id
    left join marketplace_applications m on m.id = t.application_id
    left join import_batches b on b.id = p.last_batch_id
    left join commission_months e on e.policy_id = t.policy_id and e.month = t.month
    where t.id = ${id}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** Lines that pay the unit's month. */
async function linesOf(db: Db, id: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, b.file_name as "fileName", l.last_line as line, l.amount::text as amount, l.agent_npn as npn, l.members,
      l.insured_name as "insuredName", coalesce(l.stated_number, l.policy_number) as number
    from source_units t
    join commission_lines l on l.id = t.line_id or (t.line_id is null and l.policy_id = t.policy_id and case
      when exists (select from line_months m where m.line_id = l.id)
        then exists (select from line_months m where m.line_id = l.id and m.month = t.month)
      when l.policy_month is not null then l.policy_month = t.month
      else l.month = any(statements_that_pay(t.carrier_id, t.month)) end)
    left join import_batches b on b.id = l.last_batch_id
    where t.id = ${id} order by l.id limit 50`.execute(db)
  return rows
}

function factsOf(unit: SourceRow, { exchange, book }: Records, lines: readonly Line[]): SourceDetail['facts'] {
  const one = (read: (line: Line) => string | number | null) => {
    const said = [...new Set(lines.map(read).filter((value) => value !== null))]
    return said.length === 0 ? null : said.join(', ')
  }
  const inBook = unit.inBook ? book : null
  const fact = (
    label: string,
    said: { exchange?: string | null; book?: string | null; statement?: string | null },
    { compares = true } = {},
  ): SourceDetail['facts'][number] => {
    const row = { label, exchange: said.exchange ?? null, book: said.book ?? null, statement: said.statement ?? null }
    const values = new Set([row.exchange, row.book, row.statement].filter((value) => value !== null))
    return { ...row, differs: compares && values.size > 1 }
  }
  const agent = (record: { npn: string | null; agent: string | null } | null) =>
    record?.npn ? (record.agent ? `${record.agent}, ${record.npn}` : `NPN ${record.npn}`) : null
  const span = (from: string | null, to: string | null) =>
    `${from ? showDate(from) : 'unknown'} to ${to ? showDate(to) : 'open'}`
  const premium = (amount: string | null | undefined) => (amount ? showMoney(amount) : null)
  const agents = fact('Agent', { exchange: agent(exchange), book: agent(inBook), statement: one(({ npn }) => npn) })
  const npns = new Set([exchange?.npn, inBook?.npn, ...lines.map(({ npn }) => npn)].filter(Boolean))
  return [
    { ...agents, differs: npns.size > 1 },
    fact(
      'Name',
      { exchange: exchange?.name, book: book?.name, statement: one(({ insuredName }) => insuredName) },
      { compares: false },
    ),
    fact(
      'Number',
      { exchange: exchange?.number, book: book?.number, statement: one(({ number }) => number) },
      { compares: false },
    ),
    fact(
      'Covered',
      {
        exchange: exchange && span(exchange.effective, exchange.expiration),
        book: book && span(book.effective, book.term),
      },
      { compares: unit.class === 'facts differ' },
    ),
    fact('Members', {
      exchange: exchange?.members?.toString(),
      book: book?.members?.toString(),
      statement: one(({ members }) => members),
    }),
    fact('Premium', { exchange: premium(exchange?.premium), book: premium(book?.premium) }),
    fact('Status', { exchange: exchange?.status, book: book?.status }, { compares: false }),
    fact(
      'Paid',
      {
        book: book?.paidThrough ? `through ${showDate(book.paidThrough)}` : null,
        statement: lines.length > 0 ? showMoney(unit.paid) : null,
      },
      { compares: false },
    ),
    fact(
      'From',
      { exchange: unit.appId, book: book?.fileName ? `${book.fileName}, line ${book.line ?? '-'}` : null },
      { compares: false },
    ),
  ]
}

function stakeReasonOf({ class: name, stake, month, paid }: SourceRow, { expected }: Records): string | null {
  if ((cents(stake) ?? 0) === 0) return null
  if (name !== 'agent differs')
    return expected === null ? null : `${showMoney(expected)} is due for the month, ${showMoney(paid)} was paid`
  const left = 13 - Number(month.slice(5, 7))
  const each = Math.round((cents(stake) ?? 0) / left) / 100
  return `${showMoney(each.toFixed(2))} a month × ${left === 1 ? '1 month' : `${left} months`} left in ${month.slice(0, 4)}`
}

async function timelineOf(db: Db, { policyId, appId }: SourceRow): Promise<SourceDetail['timeline']> {
  const { rows } = await sql<SourceDetail['timeline'][number]>`
    select h.source, h.since::text as "from", h.npn, a.name as agent
    from (
      select 'exchange' as source, 1 as place, (e.seen_at at time zone 'America/New_York')::date as since, e.npn
      from exchange_agents e join marketplace_applications m on m.id = e.application_id where m.exchange_assigned_id = ${appId}
      union all
      select 'book', 2, lower(g.held), g.agent_npn from policy_agents g where g.policy_id = ${policyId}
      union all
      select 'book', 2, p.agent_since, p.agent_npn from policies p where p.id = ${policyId}
      union all
      select 'statement', 3, s.month, s.agent_npn from (
        select l.month, l.agent_npn, lag(l.agent_npn) over (order by l.month, l.id) as before, row_number() over (order by l.month, l.id) as nth
        from commission_lines l where l.policy_id = ${policyId} and l.agent_npn is not null) s
      where s.nth = 1 or s.agent_npn is distinct from s.before
    ) h left join agents a on a.npn = h.npn
    order by h.place, h.since nulls first`.execute(db)
  return rows
}
