import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useEffect, useRef, useState } from 'react'
import { sendFile } from '../platform/api/send-file.ts'
import { whenFree } from '../platform/api/when-free.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { isComplete, type LoadForm, sentOf } from './statement-form.ts'

/** State of the check: the latest result, which stays during the next check, or why there is none. */
export interface StatementChecked {
  reading: boolean
  run: ImportRun | null
  why: string | null
}

/** Milliseconds without another choice before the same file is checked again: the server refuses many checks at a time. */
const quiet = 500

const nothing: StatementChecked = { reading: false, run: null, why: null }

/** Dry run of the form's file, repeated when a relevant value changes. */
export function useStatementCheck(form: LoadForm): StatementChecked {
  const [checked, setChecked] = useState(nothing)
  const latest = useRef(form)
  latest.current = form
  const checkedFile = useRef<File | null>(null)
  const { carrierId, csvFormat, month, year, file, paid, choices, values, headingLine } = form
  const rules = JSON.stringify([carrierId, csvFormat, month, year, paid, choices, values, headingLine])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rules` represents the form's values
  useEffect(() => {
    const complete = latest.current
    if (!isComplete(complete)) {
      checkedFile.current = null
      return setChecked(nothing)
    }
    const isSame = checkedFile.current === complete.file
    checkedFile.current = complete.file
    const stop = new AbortController()
    const check = async () => {
      try {
        const sent = { ...sentOf(complete, complete.choices), fileName: complete.file.name, dryRun: true }
        const { signal } = stop
        const run = await whenFree(() => sendFile(statements.load, sent, complete.file, { signal }), signal)
        if (stop.signal.aborted) return
        const why = run.state === 'checked' ? null : (run.message ?? "Couldn't read the file")
        setChecked({ reading: false, run, why })
      } catch (error) {
        if (!stop.signal.aborted) setChecked({ reading: false, run: null, why: failureMessage(error) })
      }
    }
    setChecked((before) => ({ ...before, reading: true }))
    const timer = setTimeout(() => void check(), isSame ? quiet : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [rules, file])
  return checked
}
