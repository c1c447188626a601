/** The three files a list can be had as. */
export type ExportFormat = 'xlsx' | 'pdf' | 'csv'

/**
 * What a column holds, and so how it is written:
 * `money` two decimals, `date` a day without a time, `percent` the figure in front of the sign ('12.5' is 12.5 %).
 */
export type ExportKind = 'text' | 'integer' | 'money' | 'date' | 'percent'

/** `width` is in characters; without it the kind and the label decide. */
export type ExportColumn = { label: string; kind: ExportKind; width?: number }

/**
 * A cell as PostgreSQL writes it in text: numeric '1234.50', date '2026-01-31', null for nothing.
 * What does not fit its column's kind (numeric 'NaN', date 'infinity') is written as text, never lost.
 */
export type ExportCell = string | number | null

/** The cells of one row in the order of the columns. */
export type ExportRow = readonly ExportCell[]

/**
 * Rows come some at a time: as arrays (a cursor), or as the bytes of `COPY … TO STDOUT` in text format, cut anywhere.
 * The bytes cost the request's event loop nothing: the worker reads them.
 */
export type ExportBatch = readonly ExportRow[] | Uint8Array

/** The languages of files. */
export type ExportLanguage = 'en' | 'es'

/** Everything about the file but its rows. */
export type ExportHead = {
  title: string
  brand: { name: string; color: string }
  filters: readonly { label: string; value: string }[]
  generatedBy: string
  generatedAt: Date
  /** IANA name of the agency's zone, in which `generatedAt` is shown. */
  timeZone: string
  /** Of the words that are not the list's own; English where nothing is said. */
  language?: ExportLanguage
  columns: readonly ExportColumn[]
  /** Exact, from the same snapshot as the rows: another number of rows breaks the download. */
  totalRows: number
}

/** One list on its way out. `rows` is returned (closed) when the reader goes away. */
export type ExportDocument = ExportHead & { rows: AsyncIterable<ExportBatch> }

/** Makes one format: takes rows as they come, gives bytes as they are wanted, and keeps neither. */
export type ExportMaker = (
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
) => AsyncIterable<Uint8Array<ArrayBufferLike>>
