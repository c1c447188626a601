import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { OfflineCorrection } from '@coverdesk/domain/offline/offline-fields.ts'
import { offlineCorrectionForm } from '@coverdesk/domain/offline/offline-rule.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { useEditConflict } from '../../ui/form/edit-conflict.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { useFormKeys } from '../form/form-keys.ts'
import { HouseholdSection } from '../form/household-section.tsx'
import { IncomeSection } from '../form/income-fields.tsx'
import { CorrectedContext, correctionOf } from '../form/kept-numbers.ts'
import formCss from '../form/offline-form.module.css'
import { CardSection, PlanSection } from '../form/plan-and-card.tsx'
import { PrimarySection } from '../form/primary-section.tsx'
import css from './offline-record.module.css'
import { OfflineRecordPage } from './offline-record-page.tsx'

/** form/manage/:id/correct: the form of a submitted application, for a typo that was seen later. */
export function OfflineCorrectPage() {
  return (
    <OfflineRecordPage title="Correct application">
      {(application, reload) => <CorrectionForm application={application} reload={reload} />}
    </OfflineRecordPage>
  )
}

function CorrectionForm({ application, reload }: { application: OfflineDetail; reload(): Promise<unknown> }) {
  const today = todayIn(new Date())
  const { applicationId: id, version, ssnLast4, cardLast4, cardExpDate, customerId } = application
  const kept = useMemo(
    () => ({ ssn: ssnLast4 !== null, card: cardLast4 === null ? null : { cardExpDate } }),
    [ssnLast4, cardLast4, cardExpDate],
  )
  const schema = useMemo(() => offlineCorrectionForm(today, kept), [today, kept])
  const adds = useRef<HTMLButtonElement>(null)
  const correct = useSend(offline.correct, { refreshes: [offline.one, offline.list, offline.history] })
  const conflict = useEditConflict<OfflineCorrection>({ what: 'application', onReload: reload })
  const navigate = useNavigate()
  useFormKeys({ addButton: adds, submit: () => adds.current?.form?.requestSubmit() })
  return (
    <CorrectedContext value={application}>
      <PageForm<OfflineCorrection, OfflineCorrection>
        key={conflict.round}
        label="Correct application"
        schema={schema}
        values={correctionOf(application)}
        submit="Save correction"
        draftKey={`offline:${id}:correct`}
        notice={conflict.shown}
        onSubmit={async (typed) => {
          try {
            const saved = await correct.mutateAsync({ ...typed, id, version })
            toasts.success('Application corrected.')
            // After the form is reset, so that leaving it asks nothing.
            setTimeout(() => void navigate({ to: paths.offlineApplication(id) }))
            return correctionOf(saved)
          } catch (failure) {
            throw await conflict.notice(failure)
          }
        }}
      >
        <div className={css.sections}>
          {customerId === null ? null : (
            <NoticeLine tone="amber">
              A customer was made from this application. Correct the customer too: a correction here does not change
              them.
            </NoticeLine>
          )}
          <p className={formCss.quiet}>Each changed field is shown in the history with who changed it.</p>
          <PrimarySection today={today} />
          <IncomeSection />
          <HouseholdSection today={today} adds={adds} />
          <PlanSection />
          <CardSection />
        </div>
      </PageForm>
    </CorrectedContext>
  )
}
