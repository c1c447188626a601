import type { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { useState } from 'react'
import { type ChosenPeriod, lastOf, presetPeriod } from '../upload-period.ts'
import type { CarrierUpload } from './carrier-list.tsx'

/** Upload form of one carrier. */
export interface LoadForm {
  carrier: CarrierUpload | null
  file: File | null
  period: ChosenPeriod
  choices: HeadingMapping
  loadGoodRows: boolean
  /** Marks missing values after an incomplete submit. */
  showMissing: boolean
  /** Id of the upload it was sent as. */
  sentAs: string | null
  /** Incremented to check the same file again. */
  attempt: number
}

const empty: LoadForm = {
  carrier: null,
  file: null,
  period: { month: null, year: null },
  choices: {},
  loadGoodRows: false,
  showMissing: false,
  sentAs: null,
  attempt: 0,
}

/** Form state and setters. Another file resets the choices, but not the period. */
export function useLoadForm(today: string) {
  const [form, setForm] = useState(empty)
  const change = (part: Partial<LoadForm>) => setForm((before) => ({ ...before, ...part }))
  return {
    form,
    change,
    add: (carrier: CarrierUpload) => setForm({ ...empty, carrier, period: presetPeriod(lastOf(carrier), today) }),
    clear: () => setForm(empty),
    takeFile: (file: File) => change({ file, choices: {}, loadGoodRows: false }),
    /** The choices are saved in the carrier's profile, so the file is checked again without them. */
    choicesSaved: () => setForm((before) => ({ ...before, choices: {}, attempt: before.attempt + 1 })),
    checkAgain: () => setForm((before) => ({ ...before, attempt: before.attempt + 1 })),
  }
}
