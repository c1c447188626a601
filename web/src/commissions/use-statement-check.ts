import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useEffect, useState } from 'react'
import { sendFile } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { isComplete, type LoadForm, periodOf } from './statement-form.ts'

/** State of the check: none, running, finished, or failed with a reason. */
export type StatementChecked = null | 'reading' | { run: ImportRun } | { why: string }

/** Dry run of the form's file, repeated when a relevant value changes. */
export function useStatementCheck(form: Partial<LoadForm>): StatementChecked {
  const [checked, setChecked] = useState<StatementChecked>(null)
  const { carrierId = '', csvFormat = '', month = '', year = '', file = null, onTop = false } = form
  useEffect(() => {
    const complete = { carrierId, csvFormat, month, year, file }
    if (!isComplete(complete)) return setChecked(null)
    const stop = new AbortController()
    const check = async () => {
      setChecked('reading')
      try {
        const sent = {
          ...periodOf(complete),
          csvFormat: complete.csvFormat,
          fileName: complete.file.name,
          dryRun: true,
          onTop,
        }
        const run = await sendFile(statements.load, sent, complete.file, { signal: stop.signal })
        if (stop.signal.aborted) return
        setChecked(run.state === 'checked' ? { run } : { why: run.message ?? "Couldn't read the file" })
      } catch (error) {
        if (!stop.signal.aborted) setChecked({ why: failureMessage(error) })
      }
    }
    void check()
    return () => stop.abort()
  }, [carrierId, csvFormat, month, year, file, onTop])
  return checked
}
