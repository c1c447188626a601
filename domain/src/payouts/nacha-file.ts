/** Payment of one agent, as a credit entry. */
export interface NachaEntry {
  /** Nine digits. */
  routingNumber: string
  accountNumber: string
  kind: 'checking' | 'savings'
  holder: 'consumer' | 'business'
  /** Name on the account. */
  name: string
  /** Ours, for the bank's questions: the NPN or the agent's id. */
  individualId: string
  /** Whole cents. */
  amount: number
}

/** The agency at its bank. */
export interface NachaOrigin {
  /** Of the account that pays; its first eight digits identify the originating bank. */
  routingNumber: string
  immediateDestination: string
  immediateOrigin: string
  bankName: string
  companyName: string
  companyId: string
  entryDescription: string
}

/** Times of a file. */
export interface NachaDates {
  /** YYYY-MM-DD. */
  createdOn: string
  /** HHMM. */
  createdAt: string
  /** Day of settlement, YYYY-MM-DD. */
  effectiveOn: string
  /** Number of the file within its day, from 0. */
  ofDay: number
}

/** A file with the sums that its controls have. */
export interface NachaFile {
  text: string
  entries: number
  /** Ten digits. */
  entryHash: string
  /** Whole cents. */
  credit: number
}

const recordLength = 94
const blocking = 10
/** Service class: credits only. */
const creditsOnly = '220'
const maxAmount = 9_999_999_999
const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const batchKinds = [
  { holder: 'consumer', code: 'PPD' },
  { holder: 'business', code: 'CCD' },
] as const

/**
 * NACHA file of credits: one batch of PPD entries for accounts of persons and one of CCD entries for businesses. Amounts that are not
 * positive have no entry. Throws when nothing is left, or an amount has more than ten digits.
 */
export function nachaFile(origin: NachaOrigin, dates: NachaDates, payments: readonly NachaEntry[]): NachaFile {
  const paid = payments.filter(({ amount }) => amount > 0)
  if (paid.length === 0) throw new RangeError('A NACHA file needs a payment')
  if (paid.some(({ amount }) => amount > maxAmount)) throw new RangeError('An amount has more than ten digits')
  const odfi = origin.routingNumber.slice(0, 8)
  const records = [fileHeader(origin, dates)]
  let trace = 0
  let batches = 0
  for (const { holder, code } of batchKinds) {
    const entries = paid.filter((entry) => entry.holder === holder)
    if (entries.length === 0) continue
    batches += 1
    records.push(batchHeader(origin, dates, code, batches))
    for (const entry of entries) {
      trace += 1
      records.push(entryRecord(entry, odfi, trace))
    }
    records.push(batchControl(entries, origin, batches))
  }
  const lines = records.length + 1
  const blocks = Math.ceil(lines / blocking)
  records.push(fileControl(paid, batches, blocks))
  while (records.length < blocks * blocking) records.push('9'.repeat(recordLength))
  return {
    text: records.map((record) => `${record}\r\n`).join(''),
    entries: paid.length,
    entryHash: hashOf(paid),
    credit: sumOf(paid),
  }
}

function fileHeader(origin: NachaOrigin, { createdOn, createdAt, ofDay }: NachaDates): string {
  return [
    '101',
    right(origin.immediateDestination, 10, ' '),
    right(origin.immediateOrigin, 10, ' '),
    shortDay(createdOn),
    createdAt,
    modifiers[ofDay % modifiers.length] ?? 'A',
    '094101',
    left(origin.bankName, 23),
    left(origin.companyName, 23),
    left('', 8),
  ].join('')
}

function batchHeader(origin: NachaOrigin, dates: NachaDates, code: string, batch: number): string {
  return [
    `5${creditsOnly}`,
    left(origin.companyName, 16),
    left('', 20),
    left(origin.companyId, 10),
    code,
    left(origin.entryDescription, 10),
    shortDay(dates.createdOn),
    shortDay(dates.effectiveOn),
    '   1',
    origin.routingNumber.slice(0, 8),
    digits(batch, 7),
  ].join('')
}

function entryRecord(entry: NachaEntry, odfi: string, trace: number): string {
  return [
    `6${entry.kind === 'checking' ? '22' : '32'}`,
    entry.routingNumber,
    left(entry.accountNumber, 17),
    digits(entry.amount, 10),
    left(entry.individualId, 15),
    left(entry.name, 22),
    '  0',
    odfi,
    digits(trace, 7),
  ].join('')
}

function batchControl(
  entries: readonly NachaEntry[],
  { companyId, routingNumber }: NachaOrigin,
  batch: number,
): string {
  return [
    `8${creditsOnly}`,
    digits(entries.length, 6),
    hashOf(entries),
    digits(0, 12),
    digits(sumOf(entries), 12),
    left(companyId, 10),
    left('', 25),
    routingNumber.slice(0, 8),
    digits(batch, 7),
  ].join('')
}

function fileControl(entries: readonly NachaEntry[], batches: number, blocks: number): string {
  return [
    '9',
    digits(batches, 6),
    digits(blocks, 6),
    digits(entries.length, 8),
    hashOf(entries),
    digits(0, 12),
    digits(sumOf(entries), 12),
    left('', 39),
  ].join('')
}

const sumOf = (entries: readonly NachaEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Sum of the first eight digits of the routing numbers, its last ten digits. */
function hashOf(entries: readonly NachaEntry[]): string {
  const sum = entries.reduce((total, { routingNumber }) => total + Number(routingNumber.slice(0, 8)), 0)
  return digits(sum % 10_000_000_000, 10)
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')
const right = (text: string, length: number, fill: string) => text.slice(0, length).padStart(length, fill)
/** 2026-12-01 → 261201. */
const shortDay = (day: string) => `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}`

/** Printable ASCII in upper case, cut and filled with blanks: banks refuse files with other signs. */
function left(text: string, length: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/g, ' ')
  return plain.toUpperCase().slice(0, length).padEnd(length, ' ')
}
