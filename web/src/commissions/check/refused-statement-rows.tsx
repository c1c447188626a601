import type { StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import {
  type RefusedRow,
  type StatementCheck,
  statementChecks,
} from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import css from './statement-checks.module.css'

const Reason = z.strictObject({ reason: statementChecks.setAside.input.shape.reason })
type Reason = z.infer<typeof Reason>
/** The row that is set aside, or all that wait. */
type Asked = Partial<Pick<RefusedRow, 'batchId' | 'line'>>

const refreshes = [statementChecks.one, payRuns.one]

/** Rows of a statement's files that were refused while loading, each with what is wrong, and who set it aside. */
export function RefusedStatementRows({ period, check }: { period: StatementPeriod; check: StatementCheck }) {
  const [asked, setAsked] = useState<Asked>()
  const setAside = useSend(statementChecks.setAside, { refreshes })
  const putBack = useSend(statementChecks.putBack, { refreshes })
  const { refusedRows, refused, waiting } = check
  const back = ({ batchId, line }: RefusedRow) =>
    void putBack
      .mutateAsync({ ...period, batchId, line })
      .catch((failure: unknown) => toasts.failure("Couldn't take it back.", failure))
  const rest = refused - refusedRows.length
  return (
    <section className={css.check} aria-label="Refused rows">
      <h3>Refused rows</h3>
      <p>Load them corrected, or set aside what needs no loading. A month is closed only when none waits.</p>
      <ul className={css.rows}>
        {refusedRows.map((row) => (
          <li key={`${row.batchId} ${row.line}`}>
            <span className="figures">
              {row.fileName}, line {showCount(row.line)}
            </span>
            <span>
              {row.column ?? 'Row'}: {row.reason}
              {row.value ? ` (${row.value})` : ''}
              {row.policyNumber ? `, policy ${row.policyNumber}` : ''}
              {row.setAside ? `. Set aside by ${row.setAside.by}: ${row.setAside.reason}` : ''}
            </span>
            {row.setAside ? (
              <Button size="compact-sm" variant="subtle" onClick={() => back(row)}>
                Take back
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAsked({ batchId: row.batchId, line: row.line })}
              >
                Set aside
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <p>
          The first {showCount(refusedRows.length)} of {showCount(refused)} rows.
        </p>
      ) : null}
      {waiting > 1 ? (
        <div>
          <Button variant="default" onClick={() => setAsked({})}>
            Set all {showCount(waiting)} aside
          </Button>
        </div>
      ) : null}
      <FormModal<Reason, Reason>
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked?.line === undefined ? 'Set refused rows aside' : 'Set a refused row aside'}
        schema={Reason}
        values={{ reason: '' }}
        submit="Set aside"
        width={440}
        onSubmit={async ({ reason }) => {
          await setAside.mutateAsync({ ...period, ...asked, reason })
          setAsked(undefined)
        }}
      >
        <TextField<Reason>
          name="reason"
          label="Reason"
          maxLength={200}
          help="Why nothing of it needs loading: a subtotal, say. You can take it back."
        />
      </FormModal>
    </section>
  )
}
