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
  /** Account that a balanced file debits; null for a file of credits only. */
  offset: Pick<NachaEntry, 'accountNumber' | 'kind'> | null
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
  /** Credits and debits. */
  entries: number
  /** Ten digits. */
  entryHash: string
  /** Whole cents; the debits are 0, or as much as the credits. */
  credit: number
  debit: number
}

const recordLength = 94
const blocking = 10
/** Service class: credits and debits, or credits only. */
const serviceOf = ({ offset }: NachaOrigin) => (offset === null ? '220' : '200')
const transactionCodes = {
  credit: { checking: '22', savings: '32' },
  debit: { checking: '27', savings: '37' },
} as const
const maxAmount = 9_999_999_999
const tooLargeWords = {
  credit: 'An amount has more than ten digits. Correct the pay of the agent first',
  debit: 'The payments together have more than ten digits, which a balanced file can’t debit at once',
} as const
const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const batchKinds = [
  { holder: 'consumer', code: 'PPD' },
  { holder: 'business', code: 'CCD' },
] as const

/** Entry of a batch in either direction. */
interface BatchEntry extends NachaEntry {
  way: keyof typeof transactionCodes
}

/**
 * NACHA file of credits: one batch of PPD entries for accounts of persons and one of CCD entries for businesses. In a balanced file
 * the last entry of each batch debits the company's account with the batch's credits, so that batches and file balance for banks that
 * check either. Amounts that are not positive have no entry. Throws with a sentence when nothing is left, an amount has more than ten
 * digits, or the day has as many files as banks tell apart.
 */
export function nachaFile(origin: NachaOrigin, dates: NachaDates, payments: readonly NachaEntry[]): NachaFile {
  const paid = payments.filter(({ amount }) => amount > 0)
  if (paid.length === 0) throw new RangeError('A NACHA file needs a payment')
  if (dates.ofDay >= modifiers.length)
    throw new RangeError(`Banks tell ${modifiers.length} files of a day apart. Make this one tomorrow`)
  const records = [fileHeader(origin, dates)]
  const sent: BatchEntry[] = []
  let batches = 0
  for (const { holder, code } of batchKinds) {
    const credits = paid.filter((entry) => entry.holder === holder)
    if (credits.length === 0) continue
    const entries = withOffset(origin, credits)
    batches += 1
    records.push(batchHeader(origin, dates, code, batches))
    for (const entry of entries) records.push(entryRecord(entry, origin.routingNumber.slice(0, 8), sent.push(entry)))
    records.push(batchControl(entries, origin, batches))
  }
  const tooLarge = sent.find(({ amount }) => amount > maxAmount)
  if (tooLarge) throw new RangeError(tooLargeWords[tooLarge.way])
  const lines = records.length + 1
  const blocks = Math.ceil(lines / blocking)
  records.push(fileControl(sent, batches, blocks))
  while (records.length < blocks * blocking) records.push('9'.repeat(recordLength))
  return {
    text: records.map((record) => `${record}\r\n`).join(''),
    entries: sent.length,
    entryHash: hashOf(sent),
    credit: sumOf(sent, 'credit'),
    debit: sumOf(sent, 'debit'),
  }
}

function withOffset({ offset, ...origin }: NachaOrigin, credits: readonly NachaEntry[]): BatchEntry[] {
  const entries = credits.map((entry): BatchEntry => ({ ...entry, way: 'credit' }))
  if (offset === null) return entries
  return [
    ...entries,
    {
      ...offset,
      way: 'debit',
      routingNumber: origin.routingNumber,
      holder: 'business',
      name: origin.companyName,
      individualId: origin.companyId,
      amount: sumOf(entries, 'credit'),
    },
  ]
}

function fileHeader(origin: NachaOrigin, { createdOn, createdAt, ofDay }: NachaDates): string {
  return [
    '101',
    right(origin.immediateDestination, 10, ' '),
    right(origin.immediateOrigin, 10, ' '),
    shortDay(createdOn),
    createdAt,
    modifiers[ofDay] ?? 'A',
    '094101',
    left(origin.bankName, 23),
    left(origin.companyName, 23),
    left('', 8),
  ].join('')
}

function batchHeader(origin: NachaOrigin, dates: NachaDates, code: string, batch: number): string {
  return [
    `5${serviceOf(origin)}`,
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

function entryRecord(entry: BatchEntry, odfi: string, trace: number): string {
  return [
    `6${transactionCodes[entry.way][entry.kind]}`,
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

function batchControl(entries: readonly BatchEntry[], origin: NachaOrigin, batch: number): string {
  return [
    `8${serviceOf(origin)}`,
    digits(entries.length, 6),
    hashOf(entries),
    digits(sumOf(entries, 'debit'), 12),
    digits(sumOf(entries, 'credit'), 12),
    left(origin.companyId, 10),
    left('', 25),
    origin.routingNumber.slice(0, 8),
    digits(batch, 7),
  ].join('')
}

function fileControl(entries: readonly BatchEntry[], batches: number, blocks: number): string {
  return [
    '9',
    digits(batches, 6),
    digits(blocks, 6),
    digits(entries.length, 8),
    hashOf(entries),
    digits(sumOf(entries, 'debit'), 12),
    digits(sumOf(entries, 'credit'), 12),
    left('', 39),
  ].join('')
}

const sumOf = (entries: readonly BatchEntry[], way: BatchEntry['way']) =>
  entries.reduce((sum, entry) => sum + (entry.way === way ? entry.amount : 0), 0)

/** Sum of the first eight digits of the routing numbers, its last ten digits. */
function hashOf(entries: readonly NachaEntry[]): string {
  const sum = entries.reduce((total, { routingNumber }) => total + Number(routingNumber.slice(0, 8)), 0)
  return digits(sum % 10_000_000_000, 10)
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')
const right = (text: string, length: number, fill: string) => text.slice(0, length).padStart(length, fill)
/** 2026-12-01 → 261201. */
const shortDay = (day: string) => `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}`

/** Letters that are no letter with a mark, and apostrophes and dashes as phones write them. */
const asciiOf: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  ẞ: 'SS',
  ß: 'SS',
  ı: 'I',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
}

/** Printable ASCII in upper case, cut and filled with blanks: banks refuse files with other signs. */
function left(text: string, length: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (sign) => asciiOf[sign] ?? asciiOf[sign.toUpperCase()] ?? sign)
    .replace(/[^\x20-\x7e]/g, ' ')
  return plain.toUpperCase().slice(0, length).padEnd(length, ' ')
}
