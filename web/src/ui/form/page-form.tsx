import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { usePhone } from '../basics/use-phone.ts'
import { formResolver } from '../fields/form-resolver.ts'
import { useFormTexts } from '../fields/form-texts.ts'
import { DraftNotice } from './draft-notice.tsx'
import { countErrors, placeFailure } from './form-errors.ts'
import { isChanged } from './is-changed.ts'
import { LeaveQuestion } from './leave-question.tsx'
import css from './page-form.module.css'
import { resetAfterSave } from './reset-after-save.ts'

interface PageFormProps<Input extends FieldValues, Output> {
  /** Accessible name of the form. */
  label: string
  /** Input schema of the contract's route, or its fields; its messages appear at the fields. */
  schema: z.ZodType<Output, Input>
  values: DefaultValues<Input>
  /** Label of the submit button: 'Update'. */
  submit: string
  /**
   * Submits the form and returns the new values, as the server may normalize them. If it rejects with a Failure,
   * details appear at their fields and the rest in the footer.
   */
  onSubmit(values: Output): Promise<DefaultValues<Input>>
  /**
   * Identifies the form and the record, so that unsaved input survives the end of the session, in memory only (P-85).
   */
  draftKey?: string
  /** Sticky content above the button, such as an edit conflict. */
  notice?: ReactNode
  /** FormSections with field components (text-fields.tsx and the like). */
  children: ReactNode
}

/**
 * Form that fills a screen or most of it: stacked sections and a sticky footer with the button, errors and the unsaved
 * state. The first invalid field gets focus, Enter submits, and leaving with unsaved input asks for confirmation. Use
 * FormModal for a short form.
 */
export function PageForm<Input extends FieldValues, Output>(props: PageFormProps<Input, Output>) {
  const { form, send, said: message, errorId } = usePageForm(props)
  const { isSubmitting } = form.formState
  const changed = isChanged(form.formState)
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <FormProvider {...form}>
      <form noValidate className={css.form} aria-label={props.label} onSubmit={send}>
        {props.draftKey === undefined ? null : (
          <DraftNotice form={form} draftKey={props.draftKey} title={props.label} />
        )}
        {props.children}
        <div className={css.foot}>
          {props.notice ? <div className={css.above}>{props.notice}</div> : null}
          <FormStatus id={errorId} wrong={message} quiet={changed ? 'Unsaved changes' : ''} />
          {changed ? (
            <Button size={size} variant="subtle" disabled={isSubmitting} onClick={() => form.reset()}>
              Restore
            </Button>
          ) : null}
          <Button size={size} variant="filled" type="submit" loading={isSubmitting} aria-describedby={errorId}>
            {props.submit}
          </Button>
        </div>
      </form>
      <LeaveQuestion isUnsaved={() => changed} />
    </FormProvider>
  )
}

/** A few fields of a screen with their own button, inside a FormSection: 'Change password'. Asks before they are left. */
export function PageFormPart<Input extends FieldValues, Output>(props: PageFormProps<Input, Output>) {
  const { form, send, said: message, errorId } = usePageForm(props)
  const { isSubmitting } = form.formState
  const unsaved = isChanged(form.formState) && !isSubmitting
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <FormProvider {...form}>
      <form noValidate className={css.part} aria-label={props.label} onSubmit={send}>
        {props.draftKey === undefined ? null : (
          <DraftNotice form={form} draftKey={props.draftKey} title={props.label} />
        )}
        {props.children}
        <div className={css.partFoot}>
          <Button size={size} type="submit" loading={isSubmitting} aria-describedby={errorId}>
            {props.submit}
          </Button>
          <FormStatus id={errorId} wrong={message} quiet="" />
        </div>
      </form>
      <LeaveQuestion isUnsaved={() => unsaved} />
    </FormProvider>
  )
}

function usePageForm<Input extends FieldValues, Output>({ schema, values, onSubmit }: PageFormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: formResolver(schema),
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { isSubmitted, errors } = form.formState
  const errorId = useId()
  const send = form.handleSubmit(async (output) => {
    const dismissEarlier = toasts.earlierErrors()
    const reset = resetAfterSave(form)
    try {
      reset(await onSubmit(output))
      dismissEarlier()
    } catch (error) {
      placeFailure(form, error)
    }
  })
  const texts = useFormTexts()
  const count = isSubmitted ? countErrors(errors) : 0
  const message = count > 0 ? texts.toCorrect(count) : errors.root?.message
  return { form, send, said: message, errorId }
}

function FormStatus({ id, wrong, quiet }: { id: string; wrong: string | undefined; quiet: string }) {
  return (
    <span className={css.said}>
      <span id={id} className={css.wrong} role="alert">
        {wrong ? (
          <>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden />
            {wrong}
          </>
        ) : null}
      </span>
      {wrong ? null : quiet}
    </span>
  )
}

interface FormSectionProps {
  title: string
  /** Purpose of the section, one or two lines. */
  note?: ReactNode
  children: ReactNode
}

/** Section of a form or of a settings screen: title and purpose at the left, fields at the right. */
export function FormSection({ title, note, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        {note ? <p className={css.note}>{note}</p> : null}
      </div>
      <div className={css.fields}>{children}</div>
    </section>
  )
}

/** Two or three short fields side by side; stacked on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}
