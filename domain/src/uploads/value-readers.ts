import { stateCode } from '../fields/us-state.ts'
import type { CarrierProfile } from './carrier-profile.ts'
import { readFileDate } from './file-date.ts'
import { readMonthNumber, readPeriod, readYear } from './file-month.ts'
import type { FieldKind, FileField, UploadMonth } from './file-shape.ts'
import { readFileAmount, splitMark } from './reading/file-amount.ts'
import { plainNpn } from './reading/plain-npn.ts'
import { splitName } from './reading/split-name.ts'

/** Parses a trimmed, non-empty cell to the stored value: '' for no value, undefined if it cannot be parsed. */
export type ValueReader = (text: string) => string | undefined

/** Rules for parsing besides the cell. */
export interface ReadingRules {
  profile: CarrierProfile
  month: UploadMonth
  /** Amounts are written as 1.204,50. */
  decimalComma?: boolean
  /** Whether CR and DR are the signs of the file's money; beside amounts without them, CR may mean either. Not known for a guess. */
  marks?: 'signs' | 'unclear'
}

const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/
/** V8 strings of up to 12 characters are copied; longer ones cut from a file would keep its whole chunk in memory. */
const cacheableLength = 12
const cachedValues = 5_000

/** Later dates mean that there is no end, as 12/31/2999 does. */
const lastDay = '2199-12-31'

const readers: Record<FieldKind, (field: FileField, rules: ReadingRules) => ValueReader> = {
  text: (field) => (text) => readText(field.isId ? withoutDecimals(text) : text, field.maxLength),
  person: (field) => (text) => {
    const name = readText(text, field.maxLength)
    return name === undefined || (name !== '' && splitName(name) === null) ? undefined : name
  },
  date: (field, { profile, month }) => {
    const latest = field.past ? month.year : null
    return remembered((text) => {
      const date = readFileDate(text, { order: profile.dateOrder, latest, serials: true })
      if (date === null) return undefined
      if (field.endsOpen && (profile.openEndDates.includes(date) || date > lastDay)) return ''
      if (field.past && Number(date.slice(0, 4)) > month.year + 1) return undefined
      return date >= '1900-01-01' && date <= lastDay ? date : undefined
    })
  },
  amount: (field, { decimalComma, marks }) => {
    const figure = (text: string) => readFileAmount(decimalComma ? withPoint(text) : text)
    if (field.credited) return (text) => readCredited(text, figure, marks)
    return field.unsigned ? (text) => unlessNegative(figure(text)) : figure
  },
  integer: (field) => {
    // Spreadsheets write whole numbers as 2.00, too.
    const pattern = field.signed ? /^-?\d{1,4}(?:\.0+)?$/ : /^\d{1,4}(?:\.0+)?$/
    return remembered((text) => (pattern.test(text) ? String(Number(text)) : undefined))
  },
  digits: (field) => {
    const pattern = new RegExp(`^\\d{1,${field.maxLength ?? 20}}$`)
    return remembered((text) => {
      // Spreadsheets may have made a number of it.
      const digits = plainNpn(text.replace(/\.0+$/, ''))
      // No agent has the NPN 0: carriers fill up an empty one with zeros, too.
      if (digits === '0') return ''
      return pattern.test(digits) ? digits : undefined
    })
  },
  phone: () => readFilePhone,
  email: () => (text) => (text.length <= 254 && email.test(text) ? text.toLowerCase() : undefined),
  zip: () => remembered(readZip),
  state: () => remembered((text) => stateCode(text) ?? undefined),
  choice: (field) => {
    const words = new Map((field.choices ?? []).map((choice) => [choice.toLowerCase(), choice]))
    for (const [word, choice] of Object.entries(field.choiceWords ?? {})) words.set(word, choice)
    return remembered((text) => words.get(text.toLowerCase()) ?? field.otherwise)
  },
  month: () => remembered(readMonthNumber),
  year: () => remembered(readYear),
  period: (_field, { profile }) =>
    remembered((text) => readPeriod(text, { order: profile.dateOrder, serials: profile.excelDates ?? false })),
}

/** One line of at most so many characters; what a spreadsheet shows instead of a value is none. */
function readText(text: string, maxLength = 200): string | undefined {
  if (text.charCodeAt(0) === 35 && (hidden.test(text) || noLookup.test(text)))
    return noLookup.test(text) ? '' : undefined
  const plain = text.includes('\n') || text.includes('\r') ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text
  return plain.length > maxLength || shortened.test(plain) ? undefined : plain
}

/** '100234.0' and '100234.00', which a spreadsheet made of 100234. */
const withoutDecimals = (text: string) => (/^\d+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text)

/** Kinds in which every text is a value. */
const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'person', 'choice'])
/** 12345678901 as a spreadsheet shows and saves it: the other digits are lost. */
const shortened = /^\d(?:\.\d+)?E\+\d{1,3}$/i
/** A value that a spreadsheet shows and saves as ##### in a narrow column, or could not compute. */
const hidden = /^#(?:#+|ref!|value!|name\?|div\/0!|num!|null!|spill!|calc!)$/i
/** A lookup of a spreadsheet that found nothing. */
const noLookup = /^#n\/a$/i
/** How files write that there is no value. */
const nothing = /^(?:#?n\/?a|null|none|-{1,2})$/i
/** A zero, as spreadsheets show it in columns of accounts. */
const accountingZero = /^-{1,2}$/

/** Reader of a field under a carrier's profile: the profile's values first, then the kind's parser. */
export function valueReader(field: FileField, rules: ReadingRules): ValueReader {
  const read = readers[field.kind](field, rules)
  const suffixes = field.dropsSuffixes ? rules.profile.stripSuffixes.map((suffix) => suffix.toLowerCase()) : []
  const words = new Map(
    Object.entries(rules.profile.values[field.name] ?? {}).map(([word, value]) => [word.trim().toLowerCase(), value]),
  )
  // A name may be Na, and a number never is.
  const mayBeNothing = !textKinds.has(field.kind) || field.isId === true
  if (suffixes.length === 0 && words.size === 0 && !mayBeNothing) return read
  return (text) => {
    const mapped = words.size === 0 ? undefined : words.get(text.toLowerCase())
    if (mapped !== undefined) return mapped === '' ? '' : read(mapped)
    if (field.credited && accountingZero.test(text)) return '0.00'
    if (mayBeNothing && nothing.test(text)) return ''
    const ending = suffixes.find((suffix) => text.length > suffix.length && text.toLowerCase().endsWith(suffix))
    return read(ending ? text.slice(0, -ending.length) : text)
  }
}

/** Error message for a cell of this field, for the person who fixes the file. */
export function complaint(field: FileField, text: string, marks?: ReadingRules['marks']): string {
  if (hidden.test(text))
    return 'A spreadsheet shows this instead of the value. Widen the column or correct its formula, and save the file again'
  if (shortened.test(text) && field.kind !== 'amount')
    return 'A spreadsheet shortened this number. Get the file again and format the column as text, or as a number without decimals'
  if (field.kind === 'digits' && /^\d+$/.test(text)) return `Must be at most ${field.maxLength ?? 20} digits`
  if (field.kind === 'amount') return complaintOfAmount(field, text, marks)
  if (field.kind === 'text') return `Must be at most ${field.maxLength ?? 200} characters`
  if (field.kind === 'date' && field.past && isDate(text)) return 'Must not be in the future'
  if (field.kind === 'choice') return `Must be one of ${(field.choices ?? []).join(', ')}`
  return complaints[field.kind]
}

const isDate = (text: string) =>
  (['MDY', 'DMY'] as const).some((order) => readFileDate(text, { order, latest: null, serials: true }) !== null)

const mustBeAmount = 'Must be an amount such as 1234.50'

function complaintOfAmount(field: FileField, text: string, marks: ReadingRules['marks']): string {
  const { figure, mark } = splitMark(text)
  const amount = readFileAmount(figure)
  if (amount === undefined) return mustBeAmount
  if (!field.credited) return mark === null ? 'Must not be negative' : 'Must be an amount without CR or DR'
  if (mark === null) return 'Other amounts have CR or DR. Add the one that is meant here'
  if (amount.startsWith('-')) return `Has a minus and ${mark}. Keep only the one that is meant`
  return marks === 'unclear'
    ? 'Other amounts have neither CR nor DR, so CR may mean paid or taken back. Remove CR, and put a minus before what is taken back'
    : mustBeAmount
}

const complaints: Record<Exclude<FieldKind, 'text' | 'choice' | 'amount'>, string> = {
  person: 'Must be a first and last name, such as Boyd, Ana',
  date: 'Must be valid date',
  integer: 'Must be a whole number',
  digits: 'Must be digits only',
  phone: 'Must be a phone number of ten digits',
  email: 'Must be an email address',
  zip: 'Must be a ZIP code',
  state: 'Must be a state',
  month: 'Must be a month, 1 to 12 or its name',
  year: 'Must be a year',
  period: 'Must be a month and year, such as 03/2026, or a date',
}

/** '1.204,50' → '1204.50'; other text, such as 1.20, becomes no amount. */
function withPoint(text: string): string {
  return /\.(?!\d{3}(?!\d))/.test(text) ? '' : text.replaceAll('.', '').replace(',', '.')
}

/** Money of a statement: CR is paid to the agency, DR is taken back. Undefined where the mark does not decide the sign. */
function readCredited(text: string, read: ValueReader, marks: ReadingRules['marks']): string | undefined {
  const { figure, mark } = splitMark(text)
  const amount = read(figure)
  if (amount === undefined || amount === '0.00') return amount
  if (mark === null) return marks === 'signs' ? undefined : amount
  if (amount.startsWith('-')) return undefined
  if (mark === 'DR') return `-${amount}`
  return marks === 'unclear' ? undefined : amount
}

const unlessNegative = (amount: string | undefined) => (amount?.startsWith('-') ? undefined : amount)

function readFilePhone(text: string): string | undefined {
  if (!/^[\d\s().+/-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  if (digits.length === 10) return digits
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : undefined
}

/** Five digits, or nine as 12345-6789; restores leading zeros that spreadsheets drop. */
function readZip(text: string): string | undefined {
  const parts = /^(\d{3,5})(?:-(\d{4}))?$/.exec(text)
  if (parts?.[1]) return parts[1].padStart(5, '0') + (parts[2] ? `-${parts[2]}` : '')
  if (!/^\d{7,9}$/.test(text)) return undefined
  const nine = text.padStart(9, '0')
  return `${nine.slice(0, 5)}-${nine.slice(5)}`
}

/** Caches parsed values: dates, states and the like repeat from row to row. */
function remembered(read: ValueReader): ValueReader {
  const known = new Map<string, string | undefined>()
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const fresh = read(text)
    if (fresh === undefined || text.length > cacheableLength) return fresh
    if (known.size >= cachedValues) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
