import type { ImportKind } from './upload-contract.ts'

/** How a cell is parsed; each kind has one reader and one error message (value-readers.ts). */
export type FieldKind =
  | 'text'
  /** Name of a person in one column, which splitName divides. */
  | 'person'
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

/** What the upload form may set for a whole file. */
export type Given = 'carrier' | 'month' | 'year'

/** Canonical column of a kind of file. */
export interface FileField {
  /** Canonical heading, such as PolicyNumber. */
  name: string
  /** Column in the staging table and in the record. */
  column: string
  kind: FieldKind
  required?: boolean
  /** The upload form may set it for the whole file; the column is then optional, and cells override the form. */
  given?: Given
  /** Field with the same information, which a file may have in this one's place and under its headings. */
  instead?: string
  /**
   * Field that it is a part of. It takes that one's column in a file with a column for the other part, if only it reads the values: a
   * month beside its year.
   */
  partOf?: string
  /** For text and digits. */
  maxLength?: number
  /** Allowed values of a `choice`, and synonyms in lowercase. */
  choices?: readonly string[]
  choiceWords?: Readonly<Record<string, string>>
  /** Value for any other text; without it such rows are refused. */
  otherwise?: string | undefined
  /** An `integer` may be negative. */
  signed?: boolean
  /** An `amount` may not be negative. */
  unsigned?: boolean
  /** An `amount` may have CR or DR: a credit to the agency is positive, a debit negative. */
  credited?: boolean
  /** A value that can't be read is left out, and the row is loaded without it; otherwise the row is refused. */
  leftOut?: boolean
  /** Carriers' headings for it, besides its own name. */
  synonyms: readonly string[]
  /** Headings that serve only where no other column can, and are confirmed: a member's number may be the policy's. */
  lastSynonyms?: readonly string[]
  /** The profile's 'no end' dates, and all after 2199, are read as empty. */
  endsOpen?: boolean
  /** The profile's suffixes are removed. */
  dropsSuffixes?: boolean
  /** For text: a number or id, to which a spreadsheet may have added '.0'. */
  isId?: true
  /** Only in the staging table: the server finds the value of another field with it. */
  stagingOnly?: boolean
  /** Never in the future (dates of birth), so two-digit years are of the past. */
  past?: boolean
  /** The text names one of our records; names that none has can be mapped to one. */
  names?: 'agent' | 'carrier'
}

/** Month for which a file is imported. */
export interface UploadMonth {
  year: number
  month: number
}

/** Field that is computed from others when the file does not contain it. */
export interface DerivedField {
  field: string
  /** Used only if the file contains at least one of these. */
  from: readonly string[]
  /** `values` are those of `from`, as stored, '' when empty or not in the file. */
  value: (values: readonly string[], month: UploadMonth) => string
}

/** What a record is known by in files whose columns allow it. */
export interface KeylessWay {
  by: readonly string[]
  /** The file has a column for one of these, and for none of `without`. */
  needs: readonly string[]
  without?: readonly string[]
  /** Key from the values of `by`; '' if nothing serves, and the record is refused. */
  key: (values: readonly string[]) => string
  /** Said at a record for which nothing serves. */
  reason: string
}

/** Records that may come without a key, in a file that has an empty cell for it or no column at all. */
export interface KeylessRecords {
  /** In any file. */
  always: Pick<KeylessWay, 'by' | 'key'>
  /** The first one that the file's columns allow. */
  ways: readonly KeylessWay[]
  /** Said at a record without a key in a file whose columns allow none. */
  reason: string
}

/** Description of a kind of file, independent of the database: its columns and computed fields. */
export interface FileShape {
  kind: ImportKind
  fields: readonly FileField[]
  /** Field that identifies a record, within a carrier for files of one carrier. */
  key: string
  keyless?: KeylessRecords
  /** Required fields that a file may have none of: the server decides what its records get instead. */
  mayLack?: readonly string[]
  /** Meaning of a repeated key: an error, an update of the same record, or another line. */
  repeats?: 'refused' | 'newer' | 'lines'
  /**
   * Files may contain total rows, without a key and with a cell that begins with 'Total'. They are counted and skipped.
   */
  hasTotals?: boolean
  /** Fields that say whom a record is of: a total row leaves them empty, or says total there. */
  names?: readonly string[]
  /** Field that total rows sum up. */
  sum?: string
  /** Fields that a preview shows of whole rows besides number and name. */
  preview?: readonly string[]
  /** Workbooks (.xlsx) are read, too. */
  workbooks?: true
  derived: readonly DerivedField[]
}

/**
 * Required fields that no heading of the file provides. `offered`: also by headings that are only guesses; what a guess may provide
 * is not lacking.
 */
export function missingFields(
  shape: FileShape,
  fed: ReadonlySet<string | null>,
  offered: ReadonlySet<string | null> = fed,
): string[] {
  const lacks = lacksAll(shape, offered)
  return shape.fields
    .filter(({ required, name, instead }) => required && !fed.has(name) && !(instead && fed.has(instead)))
    .filter(({ name }) => !(lacks && shape.mayLack?.includes(name)))
    .filter(({ name }) => !(name === shape.key && !offered.has(name) && keylessWay(shape, fed, offered)))
    .map(({ name }) => name)
}

/** Whether a file with these columns has none of what it may lack. */
export function lacksAll({ fields, mayLack = [] }: FileShape, offered: ReadonlySet<string | null>): boolean {
  const fed = fields.filter(({ name, instead }) => offered.has(name) || (instead !== undefined && offered.has(instead)))
  return mayLack.length > 0 && !fed.some(({ name }) => mayLack.includes(name))
}

/** What records without a key are known by in a file with these columns. */
export function keylessWay(
  { keyless }: FileShape,
  fed: ReadonlySet<string | null>,
  offered: ReadonlySet<string | null> = fed,
): KeylessWay | undefined {
  return keyless?.ways.find(
    ({ needs, without = [] }) =>
      needs.some((name) => fed.has(name)) && !without.some((name) => fed.has(name) || offered.has(name)),
  )
}

/** Shape of a file whose form sets values for all rows. */
export function shapeGiven(shape: FileShape, given: Readonly<Record<Given, boolean>>): FileShape {
  const fields = shape.fields.map((field) =>
    field.given && given[field.given] ? { ...field, required: false } : field,
  )
  return { ...shape, fields }
}
