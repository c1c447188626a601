import { randomInt } from 'node:crypto'

/** A unique prefix of policy numbers, also on a retry, since the server rejects identical files. */
export function uniquePrefix(letters: string): string {
  return `${letters}${randomInt(100, 1000)}`
}

/** A file for a file input. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A table as a .csv file (RFC 4180), headings first. */
export function csvFile(name: string, rows: readonly (readonly string[])[]): ChosenFile {
  const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The canonical headings, which every carrier's file may use. */
export const plainHeadings = [
  'PolicyNumber',
  'FirstName',
  'LastName',
  'DOB',
  'Address',
  'City',
  'State',
  'ZipCode',
  'Email',
  'Phone',
  'PlanName',
  'NumberOfMembers',
  'EffectiveDate',
  'MonthlyPremium',
] as const

type PlainRow = { [Heading in (typeof plainHeadings)[number]]: string }

type ChangeOfRow = (at: number) => Partial<PlainRow> | null

/** `count` plausible policies under `plainHeadings`; `change` overrides values of a row (from 0), null omits the row. */
export function plainFile(name: string, prefix: string, count: number, change?: ChangeOfRow): ChosenFile {
  return csvFile(name, [plainHeadings, ...plainRows(prefix, count, change)])
}

/** The rows of `plainFile` without the headings. */
export function plainRows(prefix: string, count: number, change: ChangeOfRow = () => ({})): string[][] {
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const changed = change(at)
    return changed === null ? [] : [Object.values({ ...plainRow(prefix, at), ...changed })]
  })
}

function plainRow(prefix: string, at: number): PlainRow {
  return {
    PolicyNumber: numberAt(prefix, at),
    FirstName: ['Rosa', 'Walter', 'Inés', 'Calvin', 'Noemí'][at % 5] ?? 'Rosa',
    LastName: ['Ledesma', 'Whitaker', 'Quiñones', 'Boyd'][at % 4] ?? 'Boyd',
    DOB: `0${1 + (at % 9)}/1${at % 10}/19${60 + (at % 40)}`,
    Address: `${100 + at} Orange Ave`,
    City: 'Orlando',
    State: 'FL',
    ZipCode: '32801',
    Email: `insured${at}@example.com`,
    Phone: `40755501${String(at % 100).padStart(2, '0')}`,
    PlanName: 'Essential Silver 5500',
    NumberOfMembers: String(1 + (at % 4)),
    EffectiveDate: '01/01/2026',
    MonthlyPremium: `${300 + (at % 500)}.25`,
  }
}

/** The policy number of a row (from 0) of `plainFile`. */
export function numberAt(prefix: string, at: number): string {
  return `${prefix}${String(at + 1).padStart(5, '0')}`
}

const ambetterHeadings = [
  'Broker Name',
  'Broker NPN',
  'Policy Number',
  'Plan Name',
  'Insured First Name',
  'Insured Last Name',
  'Broker Effective Date',
  'Broker Term Date',
  'Policy Effective Date',
  'Policy Term Date',
  'Paid Through Date',
  'County',
  'State',
  'On/Off Exchange',
  'Exchange Subscriber ID',
  'Member Phone Number',
  'Member Email',
  'Member Date Of Birth',
  'Monthly Premium Amount',
  'Member Responsibility',
  'Autopay',
  'Eligible for Commission',
  'Number of Members',
  'Payable Agent',
  'AR Policy Type',
] as const

type AmbetterRow = { [Heading in (typeof ambetterHeadings)[number]]: string }

/** A file in Ambetter's format, with an apostrophe before the number and 12/31/9999; `wrong` overrides values by row (from 0). */
export function ambetterFile(
  name: string,
  prefix: string,
  count: number,
  wrong: Readonly<Record<number, Partial<AmbetterRow>>>,
): ChosenFile {
  const rows = Array.from({ length: count }, (_, at) => Object.values({ ...ambetterRow(prefix, at), ...wrong[at] }))
  return csvFile(name, [ambetterHeadings, ...rows])
}

function ambetterRow(prefix: string, at: number): AmbetterRow {
  return {
    'Broker Name': 'Angela Morris',
    'Broker NPN': '98098788',
    'Policy Number': `'${numberAt(prefix, at)}`,
    'Plan Name': at % 2 === 0 ? 'Everyday Gold + Vision + Adult Dental' : 'Complete Silver',
    'Insured First Name': ['Rosa', 'Walter', 'Inés'][at % 3] ?? 'Rosa',
    'Insured Last Name': ['Ledesma', 'Whitaker', 'Quiñones', 'Boyd'][at % 4] ?? 'Boyd',
    'Broker Effective Date': '01/01/2026',
    'Broker Term Date': '12/31/9999',
    'Policy Effective Date': '01/01/2026',
    'Policy Term Date': '12/31/9999',
    'Paid Through Date': '10/31/2026',
    County: 'Orange',
    State: 'FL',
    'On/Off Exchange': 'On',
    'Exchange Subscriber ID': `00${70_000_000 + at}`,
    'Member Phone Number': `40755501${String(at % 100).padStart(2, '0')}`,
    'Member Email': `insured${at}@example.com`,
    'Member Date Of Birth': `0${1 + (at % 9)}/15/1980`,
    'Monthly Premium Amount': `${300 + at}.25`,
    'Member Responsibility': '12.50',
    Autopay: 'N',
    'Eligible for Commission': 'Yes',
    'Number of Members': String(1 + (at % 4)),
    'Payable Agent': '98098788',
    'AR Policy Type': 'Individual',
  }
}
