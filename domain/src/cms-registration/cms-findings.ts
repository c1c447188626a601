import { stateExchanges } from '../eligibility/tables/state-exchanges.ts'
import { rowFor } from '../eligibility/tables/year-row.ts'
import { showDate } from '../fields/calendar-date.ts'

/** A file of a CMS list that is in use. */
export interface CmsList {
  fileName: string
  /** YYYY-MM-DD. */
  loadedOn: string
}

/** What the newest lists of CMS say about one NPN; null for a list that was never loaded. */
export interface CmsRecord {
  registrations: (CmsList & { planYears: readonly number[]; rows: readonly Registration[] }) | null
  terminations: (CmsList & { rows: readonly Termination[] }) | null
}

export interface Registration {
  planYear: number
  firstDay: string
  lastDay: string | null
  /** Whether the NPN and a license were valid when CMS looked; null when CMS does not say. */
  isNpnValid: boolean | null
  line: number
}

interface Termination {
  code: string
  day: string
  line: number
}

/** Sale on an exchange. Without a state, the lists count: they hold for most states. */
export interface ExchangeSale {
  state?: { code: string } | undefined
  /** YYYY-MM-DD. */
  date: string
  /** Year of the coverage; the year of `date` without it. */
  planYear?: number | undefined
}

export interface CmsFindings {
  /** Sentences that forbid the sale, each with list, line and date. */
  reasons: string[]
  /** Sentences about what the lists do not say; they forbid nothing. */
  unknown: string[]
}

/** Meaning of the codes after T and R (45 CFR 155.220(f), (g)). */
const causes: Readonly<Record<string, string>> = {
  T1: 'resident license',
  T2: 'non-resident license',
  T3: 'fraud',
  T4: 'noncompliance',
}

/**
 * What CMS's lists say about a sale. They cover HealthCare.gov and the state exchanges on its platform, so nothing in states
 * with an exchange of their own. An NPN that is not on the registration list may have registered since: unknown, not forbidden.
 */
export function cmsFindings(npn: string | null, record: CmsRecord, sale: ExchangeSale): CmsFindings {
  const year = sale.planYear ?? Number(sale.date.slice(0, 4))
  if (npn === null || (sale.state && hasOwnExchange(sale.state.code, year))) return { reasons: [], unknown: [] }
  const ended = terminationReason(record.terminations, sale.date)
  const { registrations } = record
  if (!registrations?.planYears.includes(year)) return { reasons: ended, unknown: [] }
  const rows = registrations.rows.filter(({ planYear }) => planYear === year)
  const unknown =
    rows.length > 0
      ? []
      : [
          `CMS’s registration list of ${showDate(registrations.loadedOn)} (${registrations.fileName}) does not have NPN ${npn} for ${year}; later registrations are not on it`,
        ]
  return { reasons: [...ended, ...registrationReason(registrations, rows, year, sale.date)], unknown }
}

function hasOwnExchange(state: string, year: number): boolean {
  return rowFor(stateExchanges, state, year)?.type === 'state-based'
}

/** The newest word of the termination list on that day decides. */
function terminationReason(list: CmsRecord['terminations'], date: string): string[] {
  const last = list?.rows
    .filter(({ day }) => day <= date)
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.line - other.line)
    .at(-1)
  if (!list || !last?.code.startsWith('T')) return []
  const cause = causes[last.code]
  return [
    `HealthCare.gov ended its agreement with the agent on ${showDate(last.day)} (${cause === undefined ? last.code : `${last.code}, ${cause}`}): CMS’s termination list, ${list.fileName}, line ${last.line}`,
  ]
}

/** None when one of the year's rows holds; else why the last one does not. */
function registrationReason(list: CmsList, rows: readonly Registration[], year: number, date: string): string[] {
  const problems = rows.map((row) => problemOf(row, year, date))
  const last = rows.at(-1)
  if (!last || problems.includes(null)) return []
  return [`${problems.at(-1)}: CMS’s registration list, ${list.fileName}, line ${last.line}`]
}

function problemOf(row: Registration, year: number, date: string): string | null {
  if (row.isNpnValid === false) return `CMS found no valid NPN or health license of the agent for ${year}`
  if (row.lastDay !== null && row.lastDay < date)
    return `The agent’s registration with HealthCare.gov for ${year} ended on ${showDate(row.lastDay)}`
  return null
}
