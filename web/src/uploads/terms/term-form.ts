import type { FileReading } from '../mapping/file-reading.ts'

/** Form of a file of schedules or terms. */
export interface TermForm extends FileReading {
  file: File | null
  loadGoodRows: boolean
  /** Id of the upload it was sent as. */
  sentAs: string | null
  /** Incremented to check the same file again. */
  attempt: number
}
