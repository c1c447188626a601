import { useState } from 'react'
import { asItIs, type FileReading } from '../mapping/file-reading.ts'
import type { ChosenPeriod } from '../upload-period.ts'

/** What happens with payments that are already loaded. */
export type PaidBefore = 'once' | 'add' | 'replace'

/** Form of a commission file: the file, and what its rows lack. */
export interface CommissionForm extends FileReading {
  file: File | null
  /** Carrier whose profile is used, and which rows without a carrier get; null if the file names it. */
  carrier: { id: number; name: string } | null
  /** Period of rows without a month. */
  period: ChosenPeriod
  loadGoodRows: boolean
  paid: PaidBefore
  /** Id of the upload it was sent as. */
  sentAs: string | null
  /** Incremented to check the same file again. */
  attempt: number
}

const empty: CommissionForm = {
  file: null,
  carrier: null,
  period: { month: null, year: null },
  ...asItIs,
  loadGoodRows: false,
  paid: 'once',
  sentAs: null,
  attempt: 0,
}

/** Choice as sent to the server. */
export const paidSent = (paid: PaidBefore) => ({ onTop: paid === 'add', replace: paid === 'replace' })

/** Form state and setters. Another file or carrier resets the choices. */
export function useCommissionForm() {
  const [form, setForm] = useState(empty)
  const change = (part: Partial<CommissionForm>) => setForm((before) => ({ ...before, ...part }))
  return {
    form,
    change,
    clear: () => setForm(empty),
    takeFile: (file: File) => change({ file, ...asItIs, loadGoodRows: false, paid: 'once' }),
    takeCarrier: (carrier: CommissionForm['carrier']) => change({ carrier, choices: {}, values: {} }),
    /** The choices are saved in the carrier's profile, so the file is checked again without them. */
    choicesSaved: () => setForm((before) => ({ ...before, choices: {}, values: {}, attempt: before.attempt + 1 })),
    checkAgain: () => setForm((before) => ({ ...before, attempt: before.attempt + 1 })),
  }
}
