import type { CarrierProfile, HeadingMapping, HeadingUse } from './carrier-profile.ts'
import { type FileField, type FileShape, missingFields } from './file-shape.ts'
import { maskCell } from './mask-cell.ts'
import { splitName } from './reading/split-name.ts'
import { cleaned } from './row-reader.ts'
import type { ValueReader } from './value-readers.ts'

/** Interpretation of a file's headings, and its problems. */
export interface HeadingPlan {
  /** One per heading, in the file's order. */
  uses: HeadingUse[]
  /** Required fields without a heading. */
  missing: string[]
}

/** Normalized heading: headings are equal if they differ only in case, accents, spaces, '_' and '-'. */
export function headingKey(heading: string): string {
  return withoutAccents(heading).replace(/[\s_-]+/g, '')
}

/** 'Nº de Póliza' → 'no de poliza'. */
const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Matches headings to fields: by the user's choice for this file, then the carrier's profile, then canonical names and
 * synonyms, then a guess by words and values. Which one of a repeated heading is meant is a guess, too. Each field has at
 * most one heading. `samples` are the first rows of the file; `readerOf` checks whether a guess can parse them.
 */
export function matchHeadings(
  shape: FileShape,
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  rules: {
    profile: CarrierProfile
    /** No user saved the profile: it is the one that Coverdesk has for the carrier. */
    isBuiltIn?: boolean
    mapping: HeadingMapping | null
    readerOf: (field: FileField) => ValueReader
  },
): HeadingPlan {
  const uses = headings.map((heading): HeadingUse => ({ heading, field: null, by: 'none', sample: null }))
  const keys = headings.map(headingKey)
  const repeated = new Set(headings.filter((heading) => keys.includes(headingKey(`${heading} (2)`))).map(headingKey))
  const byName = (heading: string) => (repeated.has(headingKey(heading)) ? 'guess' : 'name')
  const names = new Set(shape.fields.map((field) => field.name))
  const settled = new Set<string>()
  const fed = new Set<string>()
  const use = (index: number, field: string, by: HeadingUse['by']) => {
    const entry = uses[index]
    const key = keys[index]
    if (!entry || key === undefined || settled.has(key) || fed.has(field)) return
    Object.assign(entry, { field, by })
    settled.add(key)
    fed.add(field)
  }
  for (const [heading, field] of Object.entries(rules.mapping ?? {})) {
    const index = keys.indexOf(headingKey(heading))
    if (index < 0) continue
    if (field !== null && names.has(field)) use(index, field, 'choice')
    else settled.add(headingKey(heading))
  }
  for (const heading of rules.profile.ignored ?? []) settled.add(headingKey(heading))
  for (const field of shape.fields)
    for (const heading of rules.profile.headings[field.name] ?? [])
      use(keys.indexOf(headingKey(heading)), field.name, rules.isBuiltIn ? 'name' : 'profile')
  for (const field of shape.fields) use(keys.indexOf(headingKey(field.name)), field.name, byName(field.name))
  for (const field of shape.fields)
    for (const heading of field.synonyms) use(keys.indexOf(headingKey(heading)), field.name, byName(heading))
  reassignRequired(shape, uses, fed)
  for (const guess of guesses(shape, headings, samples, rules.readerOf)) use(guess.index, guess.field, 'guess')
  for (const guess of guessesByValues(shape, samples, rules.readerOf)) use(guess.index, guess.field, 'guess')
  takeLastSynonyms(shape, uses, fed, (index) => holdsNames(samples, index))
  leaveSpareNames(shape, uses, fed)
  takeInstead(shape, uses, fed, (index, field) => readable(samples, index, rules.readerOf(field)))
  takeParts(shape, uses, fed, (index, field) => readable(samples, index, rules.readerOf(field)))
  for (const [index, entry] of uses.entries()) {
    const field = shape.fields.find(({ name }) => name === entry.field) ?? null
    entry.sample = sampleOf(samples, index, (text) => maskCell(text, entry.heading, field))
  }
  return { uses, missing: missingFields(shape, fed) }
}

/**
 * Gives a required field without a heading, or the one that may replace it, that of an optional one which is also its synonym: a member
 * id may be the number, and the day of a statement its month.
 */
function reassignRequired(shape: FileShape, uses: readonly HeadingUse[], fed: Set<string>): void {
  for (const required of shape.fields.filter((field) => field.required)) {
    const instead = shape.fields.find(({ name }) => name === required.instead)
    for (const field of instead ? [required, instead] : [required]) {
      if (fed.has(required.name) || (instead && fed.has(instead.name))) break
      const keys = field.synonyms.map(headingKey)
      const entry = uses.find(
        ({ heading, by }) => (by === 'profile' || by === 'name') && keys.includes(headingKey(heading)),
      )
      const optional = shape.fields.find((one) => one.name === entry?.field && !one.required)
      if (!entry || !optional || headingKey(entry.heading) !== headingKey(optional.name)) continue
      fed.delete(optional.name)
      fed.add(field.name)
      entry.field = field.name
    }
  }
}

/**
 * Guesses a field that still has no heading from the columns that are it only where nothing better is there: a required one, or a
 * name, if the column holds names.
 */
function takeLastSynonyms(
  shape: FileShape,
  uses: readonly HeadingUse[],
  fed: Set<string>,
  holdsNames: (index: number) => boolean,
): void {
  for (const { name, required, lastSynonyms = [] } of shape.fields) {
    if (fed.has(name)) continue
    const keys = lastSynonyms.map(withoutSigns)
    const isLast = (heading: string) => keys.includes(withoutSigns(heading))
    const index = uses.findIndex(({ heading, by }) => by !== 'choice' && isLast(heading))
    const entry = uses[index]
    if (!entry || !(required || (entry.field === null && holdsNames(index)))) continue
    if (entry.field !== null) fed.delete(entry.field)
    fed.add(name)
    Object.assign(entry, { field: name, by: 'guess' })
  }
}

/** 'Member ID #' and 'Member ID No.' are 'Member ID'. */
const withoutSigns = (heading: string) => headingKey(heading.replace(/(?:\s*#|\s+(?:no\.?|number))$/i, ''))

/** Leaves out a name in one column where the file has its parts, unless it was chosen: 'Insured' may hold anything. */
function leaveSpareNames(shape: FileShape, uses: readonly HeadingUse[], fed: Set<string>): void {
  for (const entry of uses) {
    const field = shape.fields.find(({ name, kind }) => name === entry.field && kind === 'person')
    const parts = shape.fields.filter(({ instead }) => instead !== undefined && instead === field?.name)
    if (!field || entry.by === 'choice' || !parts.every(({ name }) => fed.has(name))) continue
    fed.delete(field.name)
    Object.assign(entry, { field: null, by: 'none' })
  }
}

/** Gives a column to the field that may replace its own if only that one reads its values: a month written as a date. */
function takeInstead(
  shape: FileShape,
  uses: readonly HeadingUse[],
  fed: Set<string>,
  readableAs: (index: number, field: FileField) => number,
): void {
  for (const [index, entry] of uses.entries()) {
    const field = shape.fields.find(({ name }) => name === entry.field)
    const instead = shape.fields.find(({ name }) => name === field?.instead)
    if (!field || !instead || fed.has(instead.name)) continue
    if (readableAs(index, field) >= minReadable || readableAs(index, instead) < minReadable) continue
    fed.delete(field.name)
    fed.add(instead.name)
    entry.field = instead.name
  }
}

/** Gives the column of a field to its part where the other part has one, too, and only the part reads the values: 'Coverage Month' 3. */
function takeParts(
  shape: FileShape,
  uses: readonly HeadingUse[],
  fed: Set<string>,
  readableAs: (index: number, field: FileField) => number,
): void {
  for (const [index, entry] of uses.entries()) {
    const whole = shape.fields.find(({ name }) => name === entry.field)
    const parts = shape.fields.filter(({ partOf }) => partOf !== undefined && partOf === whole?.name)
    const [part, ...others] = parts.filter(({ name }) => !fed.has(name))
    if (!whole || !part || others.length > 0 || parts.length < 2 || entry.by === 'choice') continue
    if (readableAs(index, whole) >= minReadable || readableAs(index, part) < minReadable) continue
    fed.delete(whole.name)
    fed.add(part.name)
    entry.field = part.name
  }
}

/** First value of a column. Masked before it is cut, because a cut number might not be recognized. */
function sampleOf(
  samples: readonly (readonly string[])[],
  index: number,
  mask: (text: string) => string,
): string | null {
  for (const row of samples) {
    const text = row[index]?.trim()
    if (text) return mask(text).slice(0, 80)
  }
  return null
}

/** Words that say nothing of what a column is of: a 'Date' may be any. */
const vagueWords = new Set(['date', 'name', 'number', 'amount', 'id'])

const minSimilarity = 0.6
const minTextSimilarity = 0.8
const minReadable = 0.8

/** Guesses, best first: similar words and, for typed fields, parsable values. */
function guesses(
  shape: FileShape,
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  readerOf: (field: FileField) => ValueReader,
) {
  const found: { index: number; field: string; score: number }[] = []
  const names = shape.fields.map((field) => ({
    field,
    read: readerOf(field),
    words: [field.name, ...field.synonyms].map(wordsOf),
  }))
  for (const [index, heading] of headings.entries()) {
    const words = wordsOf(heading)
    if ([...words].every((word) => vagueWords.has(word))) continue
    for (const { field, read, words: known } of names) {
      const score = Math.max(...known.map((other) => likeness(words, other)))
      if (score < (field.kind === 'text' ? minTextSimilarity : minSimilarity)) continue
      if (readable(samples, index, read) >= minReadable) found.push({ index, field: field.name, score })
    }
  }
  return found.sort((a, b) => b.score - a.score)
}

/**
 * Columns whose values are all known words of a choice, whatever their heading: 'Description' with Commission and Chargeback.
 * Only for choices that take any other word for unknown, and only if a value says more than that.
 */
function guessesByValues(
  shape: FileShape,
  samples: readonly (readonly string[])[],
  readerOf: (field: FileField) => ValueReader,
) {
  const columns = Array.from({ length: Math.max(0, ...samples.map((row) => row.length)) }, (_, index) => index)
  return shape.fields
    .filter(({ kind, otherwise }) => kind === 'choice' && otherwise !== undefined)
    .flatMap((field) => {
      const known = readerOf({ ...field, otherwise: undefined })
      const saysMore = (cell = '') => ![undefined, '', field.otherwise].includes(known(cleaned(cell)))
      return columns
        .filter((index) => readable(samples, index, known) === 1 && samples.some((row) => saysMore(row[index])))
        .map((index) => ({ index, field: field.name }))
    })
}

const spelledOut: Readonly<Record<string, string>> = {
  mbr: 'member',
  mbrs: 'members',
  mem: 'member',
  subscr: 'subscriber',
  eff: 'effective',
  dt: 'date',
  num: 'number',
  no: 'number',
  nbr: 'number',
  '#': 'number',
  tel: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  ph: 'phone',
  prem: 'premium',
  addr: 'address',
  amt: 'amount',
  comm: 'commission',
  yr: 'year',
  fname: 'first name',
  lname: 'last name',
  surname: 'last name',
  dob: 'date birth',
  birthdate: 'date birth',
  birthday: 'date birth',
  cnt: 'count',
  exp: 'end',
  expiration: 'end',
  term: 'term date',
  termination: 'term',
  pol: 'policy',
  st: 'state',
  zipcode: 'zip code',
  postal: 'zip',
  mail: 'email',
  thru: 'through',
  numero: 'number',
  poliza: 'policy',
  nombre: 'name',
  apellido: 'last name',
  apellidos: 'last name',
  asegurado: 'insured',
  titular: 'insured',
  miembro: 'member',
  miembros: 'members',
  agente: 'agent',
  fecha: 'date',
  nacimiento: 'birth',
  efectiva: 'effective',
  efectividad: 'effective',
  vigencia: 'effective',
  inicio: 'start',
  terminacion: 'term',
  cancelacion: 'term',
  prima: 'premium',
  mensual: 'monthly',
  comision: 'commission',
  monto: 'amount',
  pagado: 'paid',
  mes: 'month',
  ano: 'year',
  telefono: 'phone',
  celular: 'phone',
  correo: 'email',
  direccion: 'address',
  ciudad: 'city',
  condado: 'county',
  // Of a policy, the word for its state also means its status; the values say which.
  estado: 'state',
}
const emptyWords = new Set(['of', 'the', 'a', 'is', 'de', 'del', 'la', 'el'])

/** "Mbr_Phone" → member, phone; "PaidThroughDate" → paid, through, date. */
function wordsOf(heading: string): Set<string> {
  const parts = withoutAccents(heading.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/e-mail/g, 'email')
    .split(/[^a-z0-9#]+/)
    .flatMap((word) => (spelledOut[word] ?? word).split(' '))
  return new Set(parts.filter((word) => word !== '' && !emptyWords.has(word)))
}

/** Share of common words (Sørensen–Dice). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

/** Whether a column's samples are names of persons. */
function holdsNames(samples: readonly (readonly string[])[], index: number): boolean {
  return readable(samples, index, (text) => (/\d/.test(text) || splitName(text) === null ? undefined : text)) === 1
}

/** Share of non-empty samples that can be parsed; 0 without samples. */
function readable(samples: readonly (readonly string[])[], index: number, read: ValueReader): number {
  const texts = samples.map((row) => row[index]?.trim() ?? '').filter((text) => text !== '')
  const values = texts.map((text) => read(cleaned(text))).filter((value) => value !== '')
  return values.length === 0 ? 0 : values.filter((value) => value !== undefined).length / values.length
}
