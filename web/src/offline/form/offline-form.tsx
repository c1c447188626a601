import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { OfflineDraft } from '@coverdesk/domain/offline/offline-contract.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { offlineForm } from '@coverdesk/domain/offline/offline-rule.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { findDraft } from '../../platform/session/draft.ts'
import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { DraftNotice } from '../../ui/form/draft-notice.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { draftInWords } from './draft-words.ts'
import { goToSection } from './form-cells.tsx'
import { FormFooter, Progress } from './form-footer.tsx'
import { focusNextOnEnter, useFormKeys } from './form-keys.ts'
import { HouseholdSection } from './household-section.tsx'
import { IncomeSection } from './income-fields.tsx'
import css from './offline-form.module.css'
import { hasUnsavedNumbers, isTouched, pathOf, problemsOf } from './offline-sections.ts'
import { CardSection, NoteSection, PlanSection } from './plan-and-card.tsx'
import { PrimarySection } from './primary-section.tsx'
import { useDraft } from './use-draft.ts'
import { useSubmission } from './use-submission.ts'

const keepAs = 'offline-application'

interface OfflineFormProps {
  /** Saved draft that wasn't submitted. */
  draft: OfflineDraft | null
  onSubmitted(applicationId: number): void
}

/** Offline application, typed from paper: sections always visible, everything by keyboard. */
export function OfflineForm({ draft, onSubmitted }: OfflineFormProps) {
  const today = todayIn(new Date())
  const form = useForm<OfflineTyped, unknown, OfflineTyped>({
    resolver: zodResolver(useMemo(() => offlineForm(today), [today])),
    defaultValues: newOffline(),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // Focus follows the order of the form, not of field registration.
    shouldFocusError: false,
  })
  const [offered, setOffered] = useState(() => (findDraft(keepAs) ? null : draft))
  const kept = useDraft(form, offered === null)
  const [restoring, setRestoring] = useState(false)
  const adds = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  const submit = useSubmission(form, kept, { today, onSubmitted })
  const restore = async () => {
    setRestoring(false)
    form.reset(newOffline())
    await kept.discard().catch((failure: unknown) => toasts.failure("Couldn't discard the draft.", failure))
    goToSection('primary')
  }
  const restoreDraft = () => {
    if (offered) form.reset({ ...newOffline(), ...offered.values }, { keepDefaultValues: true })
    setOffered(null)
    const [first] = problemsOf(form.getValues(), today)
    // After its member fields have rendered.
    if (first) setTimeout(() => form.setFocus(pathOf(first.path)))
  }
  const drop = () => {
    setOffered(null)
    void kept.discard().catch((failure: unknown) => toasts.failure("Couldn't discard the draft.", failure))
    goToSection('primary')
  }
  useFormKeys({ adds, submit })
  // Focuses the first field on arrival.
  useEffect(() => {
    if (!offered) frame.current?.querySelector('select')?.focus()
  }, [offered])
  return (
    <FormProvider {...form}>
      <form
        ref={frame}
        noValidate
        className={css.form}
        aria-label="Offline application"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={focusNextOnEnter}
      >
        <Progress today={today} />
        <div className={css.sections}>
          <DraftNotice form={form} draftKey={keepAs} title="Offline application" />
          {offered ? (
            <NoticeLine
              tone="blue"
              action={
                <span className={css.answers}>
                  <Button size="xs" variant="filled" onClick={restoreDraft}>
                    Continue
                  </Button>
                  <Button size="xs" onClick={drop}>
                    Discard
                  </Button>
                </span>
              }
            >
              {draftInWords(offered, new Date())}. Social Security and card numbers weren't saved.
            </NoticeLine>
          ) : null}
          <PrimarySection today={today} />
          <IncomeSection />
          <HouseholdSection today={today} adds={adds} />
          <PlanSection />
          <CardSection />
          <NoteSection />
        </div>
        <FormFooter
          today={today}
          savedAt={kept.savedAt}
          onRestore={() => (isTouched(form.getValues()) ? setRestoring(true) : void restore())}
        />
      </form>
      <ConfirmDialog
        opened={restoring}
        title="Clear the form?"
        text="Everything you typed is deleted, including the draft."
        yes="Restore"
        no="Keep typing"
        onYes={restore}
        onNo={() => setRestoring(false)}
      />
      <LeaveQuestion />
    </FormProvider>
  )
}

function LeaveQuestion() {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const guard = useLeaveGuard(hasUnsavedNumbers(typed))
  return (
    <ConfirmDialog
      opened={guard.asking}
      title="Leave without submitting?"
      text="What you typed is saved as a draft, without Social Security and card numbers."
      yes="Leave"
      no="Stay"
      onYes={guard.leave}
      onNo={guard.stay}
    />
  )
}
