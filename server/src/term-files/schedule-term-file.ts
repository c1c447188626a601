import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { stateCode } from '@coverdesk/domain/fields/us-state.ts'
import { OverlappingSchedules } from '@coverdesk/domain/schedules/overlapping-schedules.ts'
import { NewScheduleRow, type ScheduleRowOut } from '@coverdesk/domain/schedules/schedule-contract.ts'
import {
  amountText,
  basisText,
  businessWords,
  limitsText,
  monthsText,
  scheduleName,
  scopeWords,
  stateWords,
} from '@coverdesk/domain/schedules/schedule-words.ts'
import { readFilePercent } from '@coverdesk/domain/term-files/read-part.ts'
import { readFileScope, scheduleFile } from '@coverdesk/domain/term-files/schedule-file.ts'
import { readFileAmount } from '@coverdesk/domain/uploads/reading/file-amount.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../expected/derive-months.ts'
import type { Db } from '../platform/db/database.ts'
import { selectSchedules } from '../schedules/schedule-queries.ts'
import { scheduleChanges, scheduleColumnsOf } from '../schedules/schedule-record.ts'
import { undoMarkedRows, writeMarkedRows } from './marked-rows.ts'
import { type ReadCells, readRows } from './read-rows.ts'
import type { RowOutcome, RowRefusal, StagedRow, TermFile } from './term-file.ts'

type Cells = StagedRow['cells']
const schedulesTable = { table: 'commission_schedules', entity: 'schedule' } as const

/** Rows of carriers' schedules by file. A row is known by what it answers for; its amount, basis and last month may change. */
export const scheduleTermFile: TermFile = {
  shape: scheduleFile,
  lock: lockCarriers,
  plan: async (db, staged) => {
    const { said, refusals, unknown } = await readRows(db, reading, staged)
    const rows = said.map(({ line, said, names }) => ({
      line,
      row: { ...said, id: 0, version: 0, carrierName: names.carrierId ?? '', documentName: null },
    }))
    const carriers = [...new Set(rows.map(({ row }) => row.carrierId))]
    const stored = await selectSchedules(db, sql`s.carrier_id = any(${carriers}::bigint[])`)
    const good = findRows(rows, stored, refusals)
    const outcomes = good.map(({ line, row, before }): RowOutcome => {
      const changes = scheduleChanges(before, row)
      const outcome = before === null ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
      return { line, outcome, recordId: before?.id ?? null, subject: row.carrierName, summary: summaryOf(row), changes }
    })
    return {
      refusals,
      unknown,
      outcomes,
      ended: [],
      write: async (db, load) => {
        const written = good.flatMap(({ row, before }, index) => {
          const { outcome = 'unchanged', changes = [] } = outcomes[index] ?? {}
          if (outcome === 'unchanged') return []
          const columns = scheduleColumnsOf(row)
          return [
            {
              recordId: before?.id ?? null,
              columns: before ? columns : { carrier_id: row.carrierId, ...columns },
              before: before && scheduleColumnsOf(before),
              name: scheduleName(row),
              action: before ? 'Changed by a file' : 'Loaded from a file',
              changes,
            },
          ]
        })
        await writeMarkedRows(db, schedulesTable, written, load)
        await deriveMonths(db, carriers)
      },
    }
  },
  undo: async (db, batch) => {
    await lockCarriers(db)
    const { rows } = await sql<{ id: number }>`
      select distinct s.carrier_id as id from term_marks m join commission_schedules s on s.id = m.record_id
      where m.batch_id = ${batch.id}`.execute(db)
    await undoMarkedRows(db, schedulesTable, batch)
    await deriveMonths(
      db,
      rows.map(({ id }) => id),
    )
  },
}

/** The form locks the carrier of its row; a file may be of all of them. */
async function lockCarriers(db: Db): Promise<void> {
  await sql`select from carriers order by id for no key update`.execute(db)
}

const reading = {
  shape: scheduleFile,
  schema: NewScheduleRow,
  agents: {},
  hasCarrier: true,
  read: readCells,
  fieldOf: {
    carrierId: 'Carrier',
    states: 'States',
    scope: 'For',
    scopeValue: 'For',
    business: 'Business',
    firstMonth: 'FirstMonth',
    lastMonth: 'LastMonth',
    cohortFrom: 'EffectiveFrom',
    cohortTo: 'EffectiveTo',
    membersFrom: 'MembersFrom',
    membersTo: 'MembersTo',
    basis: 'Basis',
    amount: 'Amount',
    cap: 'Cap',
    firstLag: 'FirstLag',
    disputeDays: 'DisputeDays',
    source: 'Source',
  },
}

const monthOf = (day: string | null | undefined) => (day ? showMonth(day) : '')

function readCells(cells: Cells): ReadCells {
  const problems: { field: string; reason: string }[] = []
  const states = readStates(cells.states ?? '')
  if (states.unknown) problems.push({ field: 'States', reason: `${states.unknown} is not a state` })
  const amount = readAmount(cells.amount ?? '', cells.basis ?? null)
  if ('problem' in amount) problems.push({ field: 'Amount', reason: amount.problem })
  return {
    problems,
    said: {
      states: states.codes,
      ...readFileScope(cells.applies_to ?? ''),
      business: cells.business ?? 'both',
      firstMonth: monthOf(cells.first_month),
      lastMonth: monthOf(cells.last_month),
      cohortFrom: cells.cohort_from,
      cohortTo: cells.cohort_to,
      membersFrom: cells.members_from,
      membersTo: cells.members_to,
      basis: 'basis' in amount ? amount.basis : (cells.basis ?? 'member'),
      amount: 'amount' in amount ? amount.amount : '0',
      cap: cells.cap,
      commissionable: cells.commissionable !== 'No',
      firstLag: cells.first_lag ?? 0,
      disputeDays: cells.dispute_days,
      source: cells.source,
    },
  }
}

function readAmount(text: string, basis: string | null): { amount: string; basis: string } | { problem: string } {
  if (basis === 'percent' || (basis === null && text.includes('%'))) {
    const percent = readFilePercent(text)
    return 'problem' in percent ? percent : { amount: percent.value, basis: 'percent' }
  }
  if (text.includes('%')) return { problem: 'A percentage needs the basis Percent of premium' }
  const amount = readFileAmount(text)
  if (amount === undefined) return { problem: 'Must be an amount such as 1234.50' }
  return { amount: amountOf(cents(amount) ?? 0), basis: basis ?? 'member' }
}

const allStates = /^(?:all|any|all states|nationwide|)$/i

/** 'FL, TX', 'Florida; Texas' or 'FL TX' → codes; 'All' → none. */
function readStates(text: string): { codes: string[]; unknown?: string } {
  if (allStates.test(text.trim())) return { codes: [] }
  const words = text
    .split(/[,;|/\n]/)
    .flatMap((part) => (stateCode(part) === null && part.trim().length > 2 ? part.trim().split(/\s+/) : [part.trim()]))
    .filter((word) => word !== '')
  const codes = words.map((word) => ({ word, code: stateCode(word) }))
  const unknown = codes.find(({ code }) => code === null)
  return { codes: codes.flatMap(({ code }) => code ?? []), ...(unknown ? { unknown: unknown.word } : {}) }
}

interface FoundRow {
  line: number
  row: ScheduleRowOut
  before: ScheduleRowOut | null
}

/** What a row answers for. */
function identityOf(row: ScheduleRowOut): string {
  const { carrierId, states, scope, scopeValue, business, firstMonth, cohortFrom, cohortTo, membersFrom, membersTo } =
    row
  return JSON.stringify([
    carrierId,
    [...states].sort(),
    scope,
    scopeValue.toLowerCase(),
    business,
    firstMonth,
    cohortFrom,
    cohortTo,
    membersFrom,
    membersTo,
  ])
}

/** Finds the stored row of each row; one that repeats or overlaps another is refused. */
function findRows(
  rows: readonly { line: number; row: ScheduleRowOut }[],
  stored: readonly ScheduleRowOut[],
  refusals: RowRefusal[],
): FoundRow[] {
  const byIdentity = new Map(stored.map((row) => [identityOf(row), row]))
  const firstLine = new Map<string, number>()
  const found = rows.flatMap(({ line, row }): FoundRow[] => {
    const identity = identityOf(row)
    const first = firstLine.get(identity)
    if (first === undefined) {
      firstLine.set(identity, line)
      return [{ line, row, before: byIdentity.get(identity) ?? null }]
    }
    refusals.push({ line, field: null, value: null, reason: `Also on line ${first}` })
    return []
  })
  const replaced = new Set(found.map(({ before }) => before?.id))
  const others = new OverlappingSchedules(stored.filter(({ id }) => !replaced.has(id)))
  const good = new OverlappingSchedules<ScheduleRowOut>()
  const lineOf = new Map(found.map(({ line, row }) => [row, line]))
  return found.filter(({ line, row }) => {
    const record = others.find(row)
    const inFile = record ? undefined : good.find(row)
    if (!record && !inFile) {
      good.add(row)
      return true
    }
    const reason = record ? `Overlaps the row ${shortName(record)}` : `Overlaps line ${inFile && lineOf.get(inFile)}`
    refusals.push({ line, field: 'FirstMonth', value: row.firstMonth, reason })
    return false
  })
}

const shortName = (row: ScheduleRowOut) =>
  [stateWords(row), scopeWords(row), businessWords[row.business], monthsText(row)].join(', ')

const summaryOf = (row: ScheduleRowOut) =>
  [
    stateWords(row),
    limitsText(row),
    businessWords[row.business],
    monthsText(row),
    amountText(row),
    basisText(row),
  ].join(', ')
