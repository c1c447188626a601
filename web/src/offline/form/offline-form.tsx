import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type OfflineDraft, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { offlineForm } from '@coverdesk/domain/offline/offline-rule.ts'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../platform/api/call.ts'
import { findDraft } from '../../platform/session/draft.ts'
import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { formResolver } from '../../ui/fields/form-resolver.ts'
import { DraftNotice } from '../../ui/form/draft-notice.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { draftInWords, typedAgo } from './draft-words.ts'
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
  /** False while another tab saves the draft: a user has one. */
  savesDraft: boolean
  onSubmitted(applicationId: number): void
}

/** Offline application, typed from paper: sections always visible, everything by keyboard. */
export function OfflineForm({ draft, savesDraft, onSubmitted }: OfflineFormProps) {
  const today = todayIn(new Date())
  const form = useForm<OfflineTyped, unknown, OfflineTyped>({
    resolver: formResolver(useMemo(() => offlineForm(today), [today])),
    defaultValues: newOffline(),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // Focus follows the order of the form, not of field registration.
    shouldFocusError: false,
  })
  const { isSubmitting } = form.formState
  const [offered, setOffered] = useState(() => (findDraft(keepAs) || !savesDraft ? null : draft))
  const [saving, setSaving] = useState(savesDraft)
  const kept = useDraft(form, saving && offered === null)
  useEffect(() => {
    if (!savesDraft || saving) return
    let current = true
    // The other tab was closed, and may have left a draft.
    call(offline.draft, {}).then(
      (left) => {
        if (!current) return
        setOffered(left)
        setSaving(true)
      },
      (failure: unknown) => toasts.failure("Couldn't load the draft.", failure),
    )
    return () => {
      current = false
    }
  }, [savesDraft, saving])
  const [restoring, setRestoring] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const adds = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  const submit = useSubmission(form, kept, { today, onSubmitted })
  const restore = async () => {
    setRestoring(false)
    form.reset(newOffline())
    if (saving) await kept.discard().catch((failure: unknown) => toasts.failure("Couldn't discard the draft.", failure))
    else kept.forget()
    goToSection('primary')
  }
  const restoreDraft = () => {
    setReplacing(false)
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
  useFormKeys({ addButton: adds, submit: () => frame.current?.requestSubmit() })
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
          // Ctrl+Enter submits even while the button is disabled.
          if (!isSubmitting) void submit()
        }}
        onKeyDown={focusNextOnEnter}
      >
        <Progress today={today} />
        <div className={css.sections}>
          <DraftNotice form={form} draftKey={keepAs} title="Offline application" />
          {saving ? null : (
            <NoticeLine tone="amber">
              This form is also open in another tab, and only that tab saves a draft. Submit this form before you close
              it.
            </NoticeLine>
          )}
          {offered ? (
            <OfferedDraft
              draft={offered}
              onContinue={() => (isTouched(form.getValues()) ? setReplacing(true) : restoreDraft())}
              onDiscard={drop}
            />
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
        danger
        title="Clear the form?"
        text="Everything you typed is deleted, including the draft."
        yes="Restore"
        no="Keep typing"
        onYes={restore}
        onNo={() => setRestoring(false)}
      />
      <ConfirmDialog
        opened={replacing}
        danger
        title="Continue with the draft?"
        text="The draft replaces what you typed in this form."
        yes="Replace"
        no="Keep typing"
        onYes={restoreDraft}
        onNo={() => setReplacing(false)}
      />
      <LeaveQuestion saves={saving ? (offered ? 'undecided' : 'draft') : 'nothing'} />
    </FormProvider>
  )
}

interface OfferedDraftProps {
  draft: OfflineDraft
  onContinue(): void
  onDiscard(): void
}

/** Offers to continue with a draft, or only to discard it when that would replace what is typed in the form. */
function OfferedDraft({ draft, onContinue, onDiscard }: OfferedDraftProps) {
  const { getValues } = useFormContext<OfflineTyped>()
  const [empty] = useState(() => !isTouched(getValues()))
  const touched = isTouched(useWatch<OfflineTyped>() as OfflineTyped)
  return (
    <NoticeLine
      tone="blue"
      action={
        <span className={css.answers}>
          {empty ? (
            <Button size="xs" variant="filled" onClick={onContinue}>
              Continue
            </Button>
          ) : null}
          <Button size="xs" onClick={onDiscard}>
            Discard
          </Button>
        </span>
      }
    >
      {empty
        ? `${draftInWords(draft, new Date())}. ${touched ? "What you type now isn't saved yet. Continue opens the earlier draft instead; Discard deletes it and saves this form." : "Social Security and card numbers weren't saved."}`
        : `The other tab left a draft, ${typedAgo(draft.savedAt, new Date())}. Discard it to save a draft of this form.`}
    </NoticeLine>
  )
}

/** What leaving the form does: `undecided` while an earlier draft waits for an answer, which saving would replace. */
const leaving = {
  draft: 'What you typed is saved as a draft, without Social Security and card numbers.',
  undecided:
    'Only the earlier draft is kept. What you typed now is lost if you leave. To keep it instead, choose Stay, then Discard beside the earlier draft.',
  nothing: "What you typed isn't saved, because another tab saves the draft.",
}

function LeaveQuestion({ saves }: { saves: keyof typeof leaving }) {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const guard = useLeaveGuard(() => (saves === 'draft' ? hasUnsavedNumbers(typed) : isTouched(typed)))
  return (
    <ConfirmDialog
      opened={guard.asking}
      title="Leave without submitting?"
      text={leaving[saves]}
      yes="Leave"
      no="Stay"
      onYes={guard.leave}
      onNo={guard.stay}
    />
  )
}
