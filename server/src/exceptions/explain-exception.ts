import { noPolicyNumber } from '@coverdesk/domain/commissions/commission-csv.ts'
import { compareNames, nameWords, type PersonName } from '@coverdesk/domain/exceptions/compare-names.ts'
import type {
  ExceptionCandidate,
  ExceptionDetail,
  ExceptionRow,
  exceptions,
} from '@coverdesk/domain/exceptions/exception-contract.ts'
import {
  insuredIn,
  type MatchedLine,
  numberWithoutZeros,
  scoreCandidate,
} from '@coverdesk/domain/exceptions/match-line.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { isUnnamed } from '@coverdesk/domain/policies/no-name.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type CandidateRow,
  candidateOf,
  candidatesOf,
  type LineFacts,
  lineFacts,
  matchedLineOf,
} from '../commissions/loads/line-candidates.ts'
import { termsOfLine } from '../expected/terms-of-line.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { isException } from './exception-list.ts'
import { findException } from './exception-queries.ts'

/** Maximum number of candidates that are shown. */
const maxCandidates = 9

type ExplainedLine = LineFacts & { npn: string | null; candidates: CandidateRow[] }

export const explainException: Handler<typeof exceptions.one> = async ({ db, user }, { id, search }) => {
  const exception = await findException(db, user.visibility('Statement'), id)
  const line = await lineWith(db, id, search)
  const candidates = await candidatesIn(db, exception, line, search)
  return {
    exception,
    explanation: explanationOf(exception, candidates),
    candidates,
    others: await othersOf(db, id),
    history: await historyOf(db, id),
  }
}

async function lineWith(db: Db, id: number, search: string | undefined): Promise<ExplainedLine> {
  const { rows } = await sql<ExplainedLine>`
    select ${lineFacts}, r.agent_npn as npn, ${candidatesOf(alikeOrFound(search))} as candidates
    from commission_lines r ${termsOfLine('r')} where r.id = ${id}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** Maximum number of zeros that a spreadsheet can have taken from a number. */
const maxZeros = 12

/** Policies with the number after zeros, those with a similar name, by trigrams, and those that a person searches for by the start of the number or a part of the name. */
function alikeOrFound(search: string | undefined): RawBuilder<unknown> {
  const plain = search?.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const found = sql`select q.id from policies q where q.carrier_id = r.carrier_id
    and (policy_number_key(q.policy_number) like policy_number_key(${plain ?? ''}) || '%'
      or q.search_name like '%' || plain_text(${plain ?? ''}) || '%' or q.sort_name like plain_text(${plain ?? ''}) || '%') limit ${maxCandidates}`
  return sql`
    (select q.id from generate_series(1, ${maxZeros}::int) z join policies q on q.carrier_id = r.carrier_id
      and q.policy_number = repeat('0', z) || coalesce(r.stated_number, r.policy_number))
    union all
    (select q.id from policies q where r.insured_name is not null and q.carrier_id = r.carrier_id
      and q.search_name operator(extensions.%) line_name_key(r.insured_name)
      order by extensions.similarity(q.search_name, line_name_key(r.insured_name)) desc, q.id limit ${maxCandidates})
    ${search ? sql`union all (${found})` : sql``}`
}

async function candidatesIn(
  db: Db,
  { carrierId }: ExceptionRow,
  line: ExplainedLine,
  search: string | undefined,
): Promise<ExceptionCandidate[]> {
  const matched = matchedLineOf(line)
  const scored = line.candidates.flatMap((row) => {
    const candidate = candidateOf(row)
    const score = scoreCandidate(matched, candidate) ?? (search ? { confidence: 0, why: 'search' } : null)
    return score && (!search || isFound(row, search)) ? [{ row, candidate, score }] : []
  })
  const best = scored
    .sort((one, other) => other.score.confidence - one.score.confidence || one.row.id - other.row.id)
    .slice(0, maxCandidates)
  const months = await monthsOf(
    db,
    best.map(({ row }) => row.id),
    line.coverage,
  )
  return best.map(({ row, candidate, score }) => {
    const insured = insuredIn(candidate, matched.month)
    const month = months.find(({ policyId }) => policyId === row.id)
    const { firstName, lastName } = insured ?? row
    return {
      policyId: row.id,
      policyNumber: row.policyNumber,
      name: `${firstName} ${lastName}`,
      ...score,
      facts: factsOf(line, matched, row, {
        firstName,
        lastName,
        dob: insured?.dob ?? null,
        inForce: candidate.isInForce,
      }),
      expected: carrierId && month ? month.expected : null,
      received: month?.received ?? null,
    }
  })
}

/** As the search in the database: the start of the number, or a part of the name. */
function isFound({ policyNumber, firstName, lastName }: CandidateRow, search: string): boolean {
  const [text = '', name = '', reverse = ''] = [search, `${firstName} ${lastName}`, `${lastName} ${firstName}`].map(
    (one) => nameWords(one).join(' '),
  )
  const key = (number: string) => number.toUpperCase().replace(/[\s'’-]/g, '')
  return key(policyNumber).startsWith(key(search)) || (text !== '' && (name.includes(text) || reverse.startsWith(text)))
}

async function monthsOf(db: Db, policies: readonly number[], month: string) {
  const { rows } = await sql<{ policyId: number; expected: string; received: string }>`
    select policy_id as "policyId", expected::text as expected, received::text as received
    from commission_months where policy_id = any(${policies}::bigint[]) and month = ${month}::date`.execute(db)
  return rows
}

const numberAgreement = {
  same: 'same',
  'spelled differently': 'same',
  'without zeros': 'similar',
  different: 'different',
} as const

function factsOf(
  line: ExplainedLine,
  matched: MatchedLine,
  row: CandidateRow,
  { firstName, lastName, dob, inForce }: PersonName & { dob: string | null; inForce: boolean },
): ExceptionCandidate['facts'] {
  const isNamed = !isUnnamed({ firstName })
  const names = line.name === null ? 'different' : compareNames(line.name, { firstName, lastName })
  const equal = (one: string | null, other: string | null) =>
    one === null || other === null ? 'unknown' : one === other ? 'same' : 'different'
  const month = showMonth(line.coverage)
  const coverage = [row.effective, row.term].map((day) => (day === null ? '' : showDate(day)))
  const ids = [
    { label: 'Member id', line: line.memberId, policy: row.memberId },
    { label: 'Exchange id', line: line.exchangeId, policy: row.exchangeId },
  ].filter((fact) => fact.line !== null)
  return [
    {
      label: 'Name',
      line: matched.name,
      policy: isNamed ? `${firstName} ${lastName}` : null,
      agreement: matched.name === null || !isNamed ? 'unknown' : names === 'initial' ? 'similar' : names,
    },
    {
      label: 'Policy number',
      line: null,
      policy: row.policyNumber,
      agreement: numberAgreement[row.number],
    },
    ...ids.map((fact) => ({ ...fact, agreement: equal(fact.line, fact.policy) }) as const),
    {
      label: 'Agent NPN',
      line: line.npn,
      policy: row.npn === null ? null : [row.npn, row.agent].filter(Boolean).join(' '),
      agreement: equal(line.npn, row.npn),
    },
    {
      label: 'Policy month',
      line: month,
      policy: `${row.status}, ${coverage[0] || 'no start'} – ${coverage[1] || 'no end'}`,
      agreement: inForce ? 'same' : 'different',
    },
    {
      label: 'Birth date',
      line: line.dob === null ? null : showDate(line.dob),
      policy: dob === null ? null : showDate(dob),
      agreement: equal(line.dob, dob),
    },
  ]
}

function explanationOf(
  { reason, policyNumber, insuredName, carrier }: ExceptionRow,
  candidates: readonly ExceptionCandidate[],
): string {
  const [best] = candidates
  switch (reason) {
    case 'nameDiffers':
      return `This number belonged to several persons, and in this month to ${best?.name ?? 'another one'}, not to ${insuredName ?? 'the person of the line'}.`
    case 'numberReused':
      return 'This number belonged to several persons, and the line names none of them.'
    case 'birthDateDiffers':
      return `The line and the policy of ${best?.name ?? 'this number'} have different birth dates.`
    case 'twoPolicies':
      return 'More than one policy fits this line equally well.'
    case 'notLoaded':
      if (policyNumber.startsWith(noPolicyNumber))
        return `The statement gives no policy number. Choose the policy of ${insuredName ?? 'the insured'} once; later statements follow.`
      if (best?.why === numberWithoutZeros)
        return `${best.policyNumber} has this number after its zeros, which a spreadsheet may have removed. Choose the policy once; later statements follow.`
      return `No policy of ${carrier} has the number ${policyNumber}. When a file brings it, the line matches by itself.`
  }
}

/** Open lines of the same carrier, number and name. */
async function othersOf(db: Db, id: number): Promise<ExceptionDetail['others']> {
  const { rows } = await sql<ExceptionDetail['others']>`
    select count(*)::int as lines, coalesce(sum(l.amount), 0)::numeric(16, 2)::text as amount
    from commission_lines r join commission_lines l on l.carrier_id = r.carrier_id and l.id <> r.id
      and policy_number_key(coalesce(l.stated_number, l.policy_number)) = policy_number_key(coalesce(r.stated_number, r.policy_number))
      and line_name_key(l.insured_name) = line_name_key(r.insured_name)
    where r.id = ${id} and ${sql.raw(isException)}`.execute(db)
  return rows[0] ?? { lines: 0, amount: '0.00' }
}

async function historyOf(db: Db, id: number): Promise<ExceptionDetail['history']> {
  const { rows } = await sql<{ at: string; by: string; what: string }>`
    select x.at, coalesce(nullif(concat_ws(' ', nullif(n.first_name, ''), nullif(n.last_name, '')), ''), u.user_name, 'Coverdesk') as by,
      x.what
    from commission_lines r
    join line_resolutions z on z.carrier_id = r.carrier_id and z.name_key = line_name_key(r.insured_name)
      and z.number_key = policy_number_key(coalesce(r.stated_number, r.policy_number))
    cross join lateral (
      select z.created_at as at, z.created_by as who,
        coalesce('Matched to ' || z.resolved_to, 'Not ours: ' || z.ignored) as what
      union all select z.undone_at, z.undone_by, 'Undone' where z.undone_at is not null
    ) x
    left join users u on u.id = x.who left join contacts n on n.id = u.contact_id
    where r.id = ${id} order by x.at, z.id`.execute(db)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}
