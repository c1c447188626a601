import type { ImportKind } from './upload-contract.ts'

/** How the text of a cell is read; each kind has one reader and one sentence of complaint (value-readers.ts). */
export type FieldKind =
  | 'text'
  | 'date'
  | 'amount'
  | 'integer'
  | 'digits'
  | 'phone'
  | 'email'
  | 'zip'
  | 'state'
  | 'choice'
  /** 1 to 12. */
  | 'month'
  | 'year'
  /** First day of a month. */
  | 'period'

/** One canonical column of a kind of file. */
export interface FileField {
  /** The canonical heading, such as PolicyNumber. */
  name: string
  /** Its column in the staging table and in the book. */
  column: string
  kind: FieldKind
  required?: boolean
  /** The form of the upload may say it for the whole file; the column is then not needed, and counts where it is filled. */
  given?: 'carrier' | 'month'
  /** Name of a field that tells the same; a file that brings that one needs not bring this. */
  instead?: string
  /** Of text and digits. */
  maxLength?: number
  /** What a `choice` may hold, and further words for the same, in lower case. */
  choices?: readonly string[]
  choiceWords?: Readonly<Record<string, string>>
  /** What any other word means; without it such a row is refused. */
  otherwise?: string
  /** An `integer` may be negative. */
  signed?: boolean
  /** Headings that carriers use for it, beside its own name. */
  synonyms: readonly string[]
  /** Dates that the profile calls 'no end' mean an empty field here. */
  endsOpen?: boolean
  /** The profile's suffixes are no part of the value. */
  dropsSuffixes?: boolean
  /** A two-digit year never means the future (dates of birth). */
  past?: boolean
}

/** The month that a file is loaded for. */
export interface UploadMonth {
  year: number
  month: number
}

/** A field that follows from others when the file does not bring it itself. */
export interface DerivedField {
  field: string
  /** Used only when the file brings at least one of these. */
  from: readonly string[]
  /** `values` are those of `from`, as stored, '' when empty or not in the file. */
  value: (values: readonly string[], month: UploadMonth) => string
}

/** Everything about a kind of file that needs no database: its columns and how a row is completed. */
export interface FileShape {
  kind: ImportKind
  fields: readonly FileField[]
  /** Name of the field that a record is known by, within a carrier where files belong to one. */
  key: string
  /** What a number that stands in a file again means: a mistake, which is refused, newer news of the same record, or one more line. */
  repeats?: 'refused' | 'newer' | 'lines'
  /** Files of this kind may hold rows of sums: without a key, and with a cell that begins with 'Total'. They are counted and passed over. */
  hasTotals?: boolean
  derived: readonly DerivedField[]
}

/** The required fields that a file lacks whose headings feed `fed`. */
export function missingFields(shape: FileShape, fed: ReadonlySet<string | null>): string[] {
  return shape.fields
    .filter(({ required, name, instead }) => required && !fed.has(name) && !(instead && fed.has(instead)))
    .map(({ name }) => name)
}

/** The shape of one file whose form said something for all of its rows. */
export function shapeGiven(shape: FileShape, given: { carrier: boolean; month: boolean }): FileShape {
  const fields = shape.fields.map((field) =>
    field.given && given[field.given] ? { ...field, required: false } : field,
  )
  return { ...shape, fields }
}
