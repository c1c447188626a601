import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { formResolver } from '../fields/form-resolver.ts'
import { countErrors, placeFailure } from './form-errors.ts'
import css from './form-modal.module.css'
import { isChanged } from './is-changed.ts'
import { LeaveQuestion } from './leave-question.tsx'
import '../overlay/overlay-styles.ts'
import { usePhone } from '../basics/use-phone.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { NoticeLine } from '../page/notice-line.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { useCloseQuestion } from './use-close-question.tsx'

export interface FormModalProps<Input extends FieldValues, Output> {
  opened: boolean
  onClose(): void
  title: string
  /** Input schema of the contract's route; its messages appear at the fields. */
  schema: z.ZodType<Output, Input>
  /** Initial values. */
  values: DefaultValues<Input>
  /** Label of the submit button: 'Create agent'. */
  submit: string
  /** Deletes: the submit button is red. */
  danger?: boolean
  /**
   * Identifies the form and the record it edits: 'user:17'. Unsaved input then survives the end of the session, in
   * memory only, and is restored when the same user reopens the form (P-85).
   */
  draftKey?: string
  /** Submits the form. If it rejects with a Failure, details appear at their fields and the rest in the footer. */
  onSubmit(values: Output): Promise<unknown>
  /** Called on a submit attempt with invalid input, for the toast that the specification asks for. */
  onInvalid?(errors: FieldErrors<Input>): void
  /**
   * Disables the button until a field was touched and all are valid; errors then appear when the user leaves a field.
   * Enter and a button beside it show what is missing (CUST-10, A-064). 'changed' also requires a changed value (APP-11).
   */
  requireValid?: boolean | 'changed'
  width?: number
  /** Shown instead of the form while set: a skeleton, or why the form is unavailable. */
  placeholder?: ReactNode
  /** A new value restarts the form with `values`. */
  formKey?: string | number
  /** Sticky content above the buttons, such as the effect of the change. */
  notice?: ReactNode
  /** Field components (text-fields.tsx and the like); FieldPair for short pairs. */
  children: ReactNode
}

/**
 * Modal form on react-hook-form and the contract's schema. Errors appear at their fields with a count in the footer;
 * the first one gets focus; Enter submits; closing or leaving the screen with unsaved input asks for confirmation; while
 * it is submitted it stays open. Keep it mounted and pass `opened` so that focus returns to its origin. The caller closes
 * it after success.
 */
export function FormModal<Input extends FieldValues, Output>(props: FormModalProps<Input, Output>) {
  const { opened, onClose, title, width = 560, placeholder, formKey } = props
  const sending = useRef(false)
  const ended = useRef(false)
  const phone = usePhone()
  const { unsaved, close, question } = useCloseQuestion(opened, () => {
    ended.current = true
    onClose()
  })
  const tryClose = () => {
    if (!sending.current) close()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={tryClose}
        title={title}
        size={width}
        fullScreen={phone}
        centered
        padding={0}
        closeOnClickOutside={false}
        classNames={{ header: css.header, body: css.body, content: css.content }}
      >
        {placeholder ? (
          <div className={css.fields}>{placeholder}</div>
        ) : (
          <FormBody
            key={formKey}
            {...props}
            onClose={tryClose}
            ended={ended}
            onSending={(now) => (sending.current = now)}
            onChanged={(now) => (unsaved.current = now)}
          />
        )}
      </Dialog>
      {question}
    </>
  )
}

type FormBodyProps<Input extends FieldValues, Output> = FormModalProps<Input, Output> & {
  onSending(now: boolean): void
  onChanged(now: boolean): void
  /** Saved or given up: closing, which may be a step back in the history, asks nothing. */
  ended: RefObject<boolean>
}

function FormBody<Input extends FieldValues, Output>(props: FormBodyProps<Input, Output>) {
  const {
    opened,
    schema,
    values,
    submit,
    onSubmit,
    onClose,
    onSending,
    onChanged,
    ended,
    notice,
    children,
    draftKey,
    title,
  } = props
  const { onInvalid, requireValid = false, danger } = props
  const form = useForm<Input, unknown, Output>({
    resolver: formResolver(schema),
    defaultValues: values,
    mode: requireValid ? 'onTouched' : 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { isSubmitting, isSubmitted, errors, isValid, touchedFields } = form.formState
  const changed = isChanged(form.formState)
  // Input that only the server rejected may be submitted again unchanged.
  const right = isValid || (errors.root !== undefined && countErrors(errors) === 0)
  const awake = changed || (requireValid !== 'changed' && Object.keys(touchedFields).length > 0)
  const disabled = requireValid !== false && !isSubmitting && !(right && awake)
  const errorId = useId()
  const [asked, setAsked] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  // A layout effect: the next key may be Esc.
  useLayoutEffect(() => {
    onChanged(changed)
    return () => onChanged(false)
  })
  useLayoutEffect(() => {
    if (opened) ended.current = false
  }, [opened, ended])
  const send = async (output: Output) => {
    const dismissEarlier = toasts.earlierErrors()
    onSending(true)
    try {
      // Before the failure is shown: `isSubmitting` ends a moment later, and Esc would do nothing until then.
      await onSubmit(output).finally(() => onSending(false))
      ended.current = true
      dismissEarlier()
    } catch (error) {
      placeFailure(form, error)
    }
  }
  const count = isSubmitted || asked ? countErrors(errors) : 0
  const message = count > 0 ? `${count} ${count === 1 ? 'field' : 'fields'} to correct` : errors.root?.message
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={css.form}
        onSubmit={form.handleSubmit(send, onInvalid)}
        onKeyDown={disabled ? submitOnEnter : undefined}
      >
        {draftKey === undefined ? null : (
          <div className={css.kept}>
            <DraftNotice form={form} draftKey={draftKey} title={title} />
          </div>
        )}
        <div ref={focusFirst} className={css.fields}>
          {children}
        </div>
        {typeof notice === 'string' ? <NoticeLine tone="blue">{notice}</NoticeLine> : notice}
        <div className={css.footer}>
          <span id={errorId} className={css.errors} role="alert">
            {message ? (
              <>
                <IconAlertCircle size={16} stroke={1.75} aria-hidden />
                {message}
              </>
            ) : null}
            {disabled && awake && !message ? (
              <Button
                size={size}
                variant="subtle"
                onClick={() => {
                  setAsked(true)
                  void form.trigger(undefined, { shouldFocus: true })
                }}
              >
                Show what is missing
              </Button>
            ) : null}
          </span>
          <Button size={size} variant="subtle" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            size={size}
            variant={danger ? 'default' : 'filled'}
            c={danger ? 'var(--red-text)' : undefined}
            type="submit"
            loading={isSubmitting}
            disabled={disabled}
            data-disabled={disabled || count > 0 || undefined}
            aria-describedby={message ? errorId : undefined}
          >
            {submit}
          </Button>
        </div>
      </form>
      <LeaveQuestion isUnsaved={() => opened && changed && !isSubmitting && !ended.current} />
    </FormProvider>
  )
}

/**
 * Browsers ignore Enter while the submit button is disabled, so this submits. Closing an open option list by Enter
 * calls preventDefault.
 */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/**
 * Makes the modal's focus trap start at the first field instead of the close button. Fields that appear later focus
 * themselves.
 */
function focusFirst(fields: HTMLDivElement | null): void {
  const first = fields?.querySelector<HTMLElement>('input:enabled, textarea:enabled')
  first?.setAttribute('data-autofocus', 'true')
  const at = document.activeElement
  // Focus falls back to the body when the focused element ('Try again') was just removed.
  if (at === document.body || first?.closest('[role="dialog"]')?.contains(at)) first?.focus({ preventScroll: true })
}

/** Two short fields side by side; stacked on a phone. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
