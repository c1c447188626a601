import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type OfflineDraft, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { offlineForm } from '@coverdesk/domain/offline/offline-rule.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type FieldPath, FormProvider, useForm, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { keptText } from '../platform/kept-text.ts'
import { useLeaveGuard } from '../platform/leave-guard.ts'
import { useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { placeFailure } from '../ui/form-errors.ts'
import { showInstant } from '../ui/instant.ts'
import { KeptNotice } from '../ui/kept-notice.tsx'
import { NoticeLine } from '../ui/notice-line.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { draftInWords } from './draft-words.ts'
import { ErrorList } from './error-list.tsx'
import { goToSection } from './form-cells.tsx'
import { HouseholdSection } from './household-section.tsx'
import { IncomeSection } from './income-fields.tsx'
import css from './offline-form.module.css'
import { hasUnkept, isTouched, offlineSections, problemsOf } from './offline-sections.ts'
import { CardSection, NoteSection, PlanSection } from './plan-and-card.tsx'
import { PrimarySection } from './primary-section.tsx'
import { SectionRail } from './section-rail.tsx'
import { useDraft } from './use-draft.ts'

const keepAs = 'offline-application'

interface OfflineFormProps {
  /** What the person typed before and did not submit. */
  draft: OfflineDraft | null
  onSubmitted(applicationId: number): void
}

/** The offline application as a long form that is typed from paper: sections always in view, everything by keyboard. */
export function OfflineForm({ draft, onSubmitted }: OfflineFormProps) {
  const today = todayIn(new Date())
  const form = useForm<OfflineTyped, unknown, OfflineTyped>({
    resolver: zodResolver(useMemo(() => offlineForm(today), [today])),
    defaultValues: newOffline(),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The first of the form's order gets it, not of the order in which fields came to be.
    shouldFocusError: false,
  })
  const [offered, setOffered] = useState(() => (keptText(keepAs) ? null : draft))
  const kept = useDraft(form, offered === null)
  const [restoring, setRestoring] = useState(false)
  const adds = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  const submit = useSubmission(form, kept, { today, onSubmitted })
  const restore = async () => {
    setRestoring(false)
    form.reset(newOffline())
    await kept.discard().catch((failure: unknown) => toasts.failure('The draft was not discarded.', failure))
    goToSection('primary')
  }
  const takeUp = () => {
    if (offered) form.reset({ ...newOffline(), ...offered.values }, { keepDefaultValues: true })
    setOffered(null)
    const [first] = problemsOf(form.getValues(), today)
    // Once the fields of its members are there.
    if (first) setTimeout(() => form.setFocus(pathOf(first.path)))
  }
  const drop = () => {
    setOffered(null)
    void kept.discard().catch((failure: unknown) => toasts.failure('The draft was not discarded.', failure))
    goToSection('primary')
  }
  useFormKeys({ adds, submit })
  // A person who comes to the screen comes to type.
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
        onKeyDown={goOnWithEnter}
      >
        <Progress today={today} />
        <div className={css.sections}>
          <KeptNotice form={form} keepAs={keepAs} title="Offline application" />
          {offered ? (
            <NoticeLine
              tone="blue"
              action={
                <span className={css.answers}>
                  <Button size="xs" variant="filled" onClick={takeUp}>
                    Continue
                  </Button>
                  <Button size="xs" onClick={drop}>
                    Discard
                  </Button>
                </span>
              }
            >
              {draftInWords(offered, new Date())}. Social security and card numbers were not kept.
            </NoticeLine>
          ) : null}
          <PrimarySection today={today} />
          <IncomeSection />
          <HouseholdSection today={today} adds={adds} />
          <PlanSection />
          <CardSection />
          <NoteSection />
        </div>
        <Foot
          today={today}
          keptAt={kept.keptAt}
          onRestore={() => (isTouched(form.getValues()) ? setRestoring(true) : void restore())}
        />
      </form>
      <ConfirmDialog
        opened={restoring}
        title="Restore the form?"
        text="Everything typed here is gone then, the draft too."
        yes="Restore"
        no="Keep typing"
        onYes={restore}
        onNo={() => setRestoring(false)}
      />
      <LeaveQuestion />
    </FormProvider>
  )
}

/** A path that the rules name is one of the form: they are made of the same names. */
const pathOf = (path: string) => path as FieldPath<OfflineTyped>

type Form = ReturnType<typeof useForm<OfflineTyped, unknown, OfflineTyped>>

/** Sends the form once: the same submission under the same id, however often an answer is lost (P-75). */
function useSubmission(
  form: Form,
  kept: ReturnType<typeof useDraft>,
  { today, onSubmitted }: { today: string; onSubmitted(applicationId: number): void },
) {
  const send = useSend(offline.submit, { refreshes: [offline.list] })
  const submissionId = useRef<string>(undefined)
  return form.handleSubmit(
    async (typed) => {
      await kept.settle()
      submissionId.current ??= crypto.randomUUID()
      try {
        const { applicationId } = await send.mutateAsync({ ...typed, submissionId: submissionId.current })
        submissionId.current = undefined
        form.reset(newOffline())
        kept.forget()
        toasts.success('Form successfully submitted!')
        onSubmitted(applicationId)
      } catch (error) {
        placeFailure(form, error)
        toasts.failure('Form submission error:', error)
      }
    },
    () => {
      toasts.error('Validation failed, form errors!')
      const [first] = problemsOf(form.getValues(), today)
      if (first) form.setFocus(pathOf(first.path))
    },
  )
}

/** Alt with a number leads to a section, Alt A adds a member, Ctrl Enter submits. */
function useFormKeys({ adds, submit }: { adds: RefObject<HTMLButtonElement | null>; submit(): unknown }) {
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useShortcuts([
    { keys: 'Alt 1 … 5', does: 'Go to a section' },
    { keys: 'Alt A', does: 'Add a member' },
    { keys: 'Enter', does: 'Go to the next field' },
    { keys: 'Ctrl Enter', does: 'Submit New' },
  ])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
        event.preventDefault()
        latest.current()
      }
      if (!event.altKey || event.ctrlKey || event.metaKey) return
      const section = offlineSections[Number(/^Digit([1-5])$/.exec(event.code)?.[1] ?? 0) - 1]
      if (!section && event.code !== 'KeyA') return
      event.preventDefault()
      if (section) goToSection(section.id)
      else adds.current?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [adds])
}

/** Enter goes on to the next field, as from one box of the paper to the next; a form so long is not sent by mistake. */
function goOnWithEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, key, ctrlKey, metaKey } = event
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
  if (!target.matches('input, select')) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (field) => field.tabIndex >= 0 && field.offsetParent !== null && !isSameGroup(field, target),
  )
  const after = fields.find((field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
  after?.focus()
}
const focusable =
  '[id^="offline-"] :is(input, select, textarea, button):enabled, textarea:enabled, button[type="submit"]'

function isSameGroup(one: HTMLElement, other: HTMLElement): boolean {
  return (
    one === other ||
    (one instanceof HTMLInputElement &&
      other instanceof HTMLInputElement &&
      one.type === 'radio' &&
      one.name === other.name)
  )
}

/** What the whole form holds, and its problems now. */
function useJudged(today: string) {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const { isSubmitted, errors } = useFormState<OfflineTyped>()
  const problems = useMemo(() => problemsOf(typed, today), [typed, today])
  return { typed, problems, asked: isSubmitted, failed: errors.root?.message }
}

function Progress({ today }: { today: string }) {
  return <SectionRail {...useJudged(today)} />
}

interface FootProps {
  today: string
  keptAt: string | 'failed' | null
  onRestore(): void
}

/** The buttons of the form, always in view, with what is kept and the list of errors above them. */
function Foot({ today, keptAt, onRestore }: FootProps) {
  const { typed, problems, asked } = useJudged(today)
  const { isSubmitting } = useFormState<OfflineTyped>()
  const [listed, setListed] = useState(false)
  const listId = useId()
  const { setFocus, handleSubmit } = useFormContext<OfflineTyped>()
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <div className={css.foot}>
      {listed ? (
        <ErrorList id={listId} typed={typed} problems={problems} onGo={(path) => setFocus(pathOf(path))} />
      ) : null}
      <div className={css.buttons}>
        <span className={css.kept} role="status">
          {asked && problems.length > 0 ? (
            <span className={css.wrong}>
              {problems.length} {problems.length === 1 ? 'field' : 'fields'} to correct
            </span>
          ) : (
            keptInWords(keptAt)
          )}
        </span>
        <Button size={size} variant="subtle" disabled={isSubmitting} onClick={onRestore}>
          Restore
        </Button>
        <Button
          size={size}
          aria-expanded={listed}
          aria-controls={listed ? listId : undefined}
          onClick={() => {
            // Shows them at their fields too, and from then on as they change; sends nothing.
            if (!listed) void handleSubmit(() => undefined)()
            setListed(!listed)
          }}
        >
          Show Errors
        </Button>
        <Button size={size} variant="filled" type="submit" loading={isSubmitting}>
          Submit New
        </Button>
      </div>
    </div>
  )
}

function keptInWords(keptAt: string | 'failed' | null): string {
  if (keptAt === null) return ''
  if (keptAt === 'failed') return 'The draft could not be kept'
  return `Draft kept ${showInstant(keptAt).slice(11)}, without SSN and card`
}

function LeaveQuestion() {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const guard = useLeaveGuard(hasUnkept(typed))
  return (
    <ConfirmDialog
      opened={guard.asking}
      title="Leave without submitting?"
      text="What you typed stays as a draft, but without social security and card numbers."
      yes="Leave"
      no="Stay"
      onYes={guard.leave}
      onNo={guard.stay}
    />
  )
}
