import { type OfflineRow, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../platform/api/call.ts'
import { SsnField } from '../../ui/fields/digit-fields.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import css from './offline-view.module.css'

const SsnQuery = offline.findBySsn.input
type SsnQuery = z.input<typeof SsnQuery>

interface FindBySsnProps {
  opened: boolean
  onOpen(applicationId: number): void
  onClose(): void
}

/** Finds applications by the Social Security number of the applicant or a member; the number is never in a URL. */
export function FindBySsn({ opened, onOpen, onClose }: FindBySsnProps) {
  const [found, setFound] = useState<readonly OfflineRow[]>()
  const close = () => {
    setFound(undefined)
    onClose()
  }
  return (
    <FormModal<SsnQuery, SsnQuery>
      opened={opened}
      onClose={close}
      title="Find by SSN"
      width={440}
      schema={SsnQuery}
      values={{ ssn: '' }}
      submit="Find"
      onSubmit={async (input) => {
        const rows = await call(offline.findBySsn, input)
        const [only] = rows
        if (!only || rows.length > 1) return setFound(rows)
        close()
        onOpen(only.applicationId)
      }}
    >
      <SsnField<SsnQuery> name="ssn" label="SSN of the applicant or a member" />
      <div role="status">
        {found === undefined ? null : found.length === 0 ? (
          <p className={css.quiet}>No applications match this number.</p>
        ) : (
          <ul className={css.found}>
            {found.map(({ applicationId, applicant }) => (
              <li key={applicationId}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    onOpen(applicationId)
                  }}
                >
                  {applicationId} {applicant}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </FormModal>
  )
}
