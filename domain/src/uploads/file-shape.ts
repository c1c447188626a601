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

/** One canonical column of a kind of file. */
export interface FileField {
  /** The canonical heading, such as PolicyNumber. */
  name: string
  /** Its column in the staging table and in the book. */
  column: string
  kind: FieldKind
  required?: boolean
  /** Of text and digits. */
  maxLength?: number
  /** What a `choice` may hold, and further words for the same, in lower case. */
  choices?: readonly string[]
  choiceWords?: Readonly<Record<string, string>>
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
  /** What a number that stands in a file again means: a mistake, which is refused, or newer news of the same record. */
  repeats?: 'refused' | 'newer'
  derived: readonly DerivedField[]
}

/** The names of the fields without which a file cannot be loaded. */
export function requiredFields(shape: FileShape): string[] {
  return shape.fields.filter((field) => field.required).map((field) => field.name)
}
