import type { FilePart } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useState } from 'react'
import { asItIs, type FileReading } from '../mapping/file-reading.ts'
import { type ChosenPeriod, lastOf, presetPeriod } from '../upload-period.ts'
import type { CarrierUpload } from './carrier-list.tsx'

/** Upload form of one carrier. */
export interface LoadForm extends FileReading {
  carrier: CarrierUpload | null
  file: File | null
  period: ChosenPeriod
  loadGoodRows: boolean
  /** What the file holds of the carrier's policies; null: all of them. */
  part: FilePart | null
  /** Number of missing policies that the user confirmed. */
  confirmMissing: number | null
  setBack: boolean
  /** Stored values stay where the file is empty. */
  keepEmpty: boolean
  /** Marks missing values after an incomplete submit. */
  showMissing: boolean
  /** Id of the upload it was sent as. */
  sentAs: string | null
  /** Incremented to check the same file again. */
  attempt: number
}

/** Nothing of the file is confirmed yet. */
const unconfirmed = { confirmMissing: null, setBack: false, keepEmpty: false }

/** A file that holds all of the carrier's policies. */
export const wholeBook = { part: null, ...unconfirmed }

const empty: LoadForm = {
  carrier: null,
  file: null,
  period: { month: null, year: null },
  ...asItIs,
  loadGoodRows: false,
  ...wholeBook,
  showMissing: false,
  sentAs: null,
  attempt: 0,
}

/** Form state and setters. A file resets the choices about its content, but not what can be chosen before it. */
export function useLoadForm(today: string) {
  const [form, setForm] = useState(empty)
  const change = (part: Partial<LoadForm>) => setForm((before) => ({ ...before, ...part }))
  return {
    form,
    change,
    add: (carrier: CarrierUpload) => setForm({ ...empty, carrier, period: presetPeriod(lastOf(carrier), today) }),
    clear: () => setForm(empty),
    takeFile: (file: File) => change({ file, ...asItIs, loadGoodRows: false, ...unconfirmed }),
    /** The choices are saved in the carrier's profile, so the file is checked again without them. */
    choicesSaved: () => setForm((before) => ({ ...before, choices: {}, values: {}, attempt: before.attempt + 1 })),
    checkAgain: () => setForm((before) => ({ ...before, attempt: before.attempt + 1 })),
  }
}
