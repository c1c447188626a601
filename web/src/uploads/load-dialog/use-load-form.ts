import type { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { useState } from 'react'
import { type ChosenPeriod, lastOf, presetPeriod } from '../upload-period.ts'
import type { CarrierUpload } from './load-policies-carriers.tsx'

/** The upload form of one carrier: what a person has chosen so far. */
export interface LoadForm {
  carrier: CarrierUpload | null
  file: File | null
  period: ChosenPeriod
  choices: HeadingMapping
  loadGoodRows: boolean
  /** It was sent incomplete: what is missing is marked. */
  complain: boolean
  /** The load that it was sent as. */
  sentAs: string | null
  /** Counts up to have the same file checked again. */
  turn: number
}

const empty: LoadForm = {
  carrier: null,
  file: null,
  period: { month: null, year: null },
  choices: {},
  loadGoodRows: false,
  complain: false,
  sentAs: null,
  turn: 0,
}

/** The form and its changes. Another file forgets what was decided about the one before, not the period. */
export function useLoadForm(today: string) {
  const [form, setForm] = useState(empty)
  const change = (part: Partial<LoadForm>) => setForm((before) => ({ ...before, ...part }))
  return {
    form,
    change,
    add: (carrier: CarrierUpload) => setForm({ ...empty, carrier, period: presetPeriod(lastOf(carrier), today) }),
    clear: () => setForm(empty),
    takeFile: (file: File) => change({ file, choices: {}, loadGoodRows: false }),
    /** The choices are in the carrier's profile now: the same file is checked with it. */
    choicesSaved: () => setForm((before) => ({ ...before, choices: {}, turn: before.turn + 1 })),
    checkAgain: () => setForm((before) => ({ ...before, turn: before.turn + 1 })),
  }
}
