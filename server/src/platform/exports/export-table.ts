/** File formats of an export. */
export type ExportFormat = 'xlsx' | 'pdf' | 'csv'

/**
 * What a column holds, and so how it is written:
 * `money` two decimals, `date` a day without a time, `percent` the figure in front of the sign ('12.5' is 12.5 %),
 * `moment` a day and time of the agency's time zone, selected as MM/DD/YYYY HH:MM:SS.
 */
export type ExportKind = 'text' | 'integer' | 'money' | 'date' | 'percent' | 'moment'

/** `width` is in characters; by default it follows from kind and label. */
export type ExportColumn = { label: string; kind: ExportKind; width?: number }

/**
 * A cell as PostgreSQL writes it in text: numeric '1234.50', date '2026-01-31', null for nothing.
 * What does not fit its column's kind (numeric 'NaN', date 'infinity') is written as text, never lost.
 */
export type ExportCell = string | number | null

/** Cells of a row in column order. */
export type ExportRow = readonly ExportCell[]

/**
 * Batch of rows: arrays, or chunks of `COPY … TO STDOUT` in text format, not aligned to rows. Chunks are parsed by the
 * worker and so don't block the event loop.
 */
export type ExportBatch = readonly ExportRow[] | Uint8Array

/** Languages of files. */
export type ExportLanguage = 'en' | 'es'

/** Description of a file without its rows. */
export type ExportHead = {
  title: string
  brand: { name: string; color: string }
  filters: readonly { label: string; value: string }[]
  generatedBy: string
  generatedAt: Date
  /** IANA time zone of the agency, for `generatedAt`. */
  timeZone: string
  /** Language of fixed texts; English by default. */
  language?: ExportLanguage
  columns: readonly ExportColumn[]
  /** Exact, from the same snapshot as the rows; a different number aborts the download. */
  totalRows: number
}

/** Document to export. `rows` is closed when the reader disconnects. */
export type ExportDocument = ExportHead & { rows: AsyncIterable<ExportBatch> }

/** Streaming writer of one format. */
export type ExportMaker = (
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
) => AsyncIterable<Uint8Array<ArrayBufferLike>>
