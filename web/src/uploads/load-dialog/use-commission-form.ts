import type { HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { useState } from 'react'
import type { ChosenPeriod } from '../upload-period.ts'

/** The form of a file of commissions: the file, and what it does not say itself. */
export interface CommissionForm {
  file: File | null
  /** Whose profile reads it, and whose rows they are where the file does not say; null: the file says it. */
  carrier: { id: number; name: string } | null
  /** For rows that say no month themselves. */
  period: ChosenPeriod
  choices: HeadingMapping
  loadGoodRows: boolean
  onTop: boolean
  /** The load that it was sent as. */
  sentAs: string | null
  /** Counts up to have the same file checked again. */
  turn: number
}

const empty: CommissionForm = {
  file: null,
  carrier: null,
  period: { month: null, year: null },
  choices: {},
  loadGoodRows: false,
  onTop: false,
  sentAs: null,
  turn: 0,
}

/** The form and its changes. Another file, or another carrier's profile, forgets what was decided about the one before. */
export function useCommissionForm() {
  const [form, setForm] = useState(empty)
  const change = (part: Partial<CommissionForm>) => setForm((before) => ({ ...before, ...part }))
  return {
    form,
    change,
    clear: () => setForm(empty),
    takeFile: (file: File) => change({ file, choices: {}, loadGoodRows: false, onTop: false }),
    takeCarrier: (carrier: CommissionForm['carrier']) => change({ carrier, choices: {} }),
    /** The choices are in the carrier's profile now: the same file is checked with it. */
    choicesSaved: () => setForm((before) => ({ ...before, choices: {}, turn: before.turn + 1 })),
    checkAgain: () => setForm((before) => ({ ...before, turn: before.turn + 1 })),
  }
}
