import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useLeaveGuard } from '../../platform/session/leave-guard.ts'
import { usePhone } from '../basics/use-phone.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { countErrors, placeFailure } from './form-errors.ts'
import { isChanged } from './is-changed.ts'
import css from './page-form.module.css'

interface PageFormProps<Input extends FieldValues, Output> {
  /** Names the form for those who do not see it. */
  label: string
  /** The input schema of the contract's route, or its fields; its sentences stand at the fields. */
  schema: z.ZodType<Output, Input>
  values: DefaultValues<Input>
  /** What the button does: 'Update'. */
  submit: string
  /**
   * Sends it and answers what the fields hold from then on, such as what the server made of them. When it rejects with a
   * Failure, its details go to their fields and the rest to the foot.
   */
  onSubmit(values: Output): Promise<DefaultValues<Input>>
  /** Names the form and the record, so that what is typed survives the end of the session, in memory only (P-85). */
  keepAs?: string
  /** Stands above the button and is always in view, such as who saved the same meanwhile. */
  above?: ReactNode
  /** FormSections with field components (text-fields.tsx and the like). */
  children: ReactNode
}

/**
 * A form that is a screen, or a large part of one: sections below each other, and a foot that stays in sight with the
 * button, what is wrong, and whether something is not saved. The first wrong field gets the focus; Enter sends; whoever
 * leaves with something unsaved is asked. For a short form in a modal take FormModal.
 */
export function PageForm<Input extends FieldValues, Output>(props: PageFormProps<Input, Output>) {
  const { form, send, said, errorId } = usePageForm(props)
  const { isSubmitting } = form.formState
  const changed = isChanged(form.formState)
  const guard = useLeaveGuard(changed)
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <FormProvider {...form}>
      <form noValidate className={css.form} aria-label={props.label} onSubmit={send}>
        {props.keepAs === undefined ? null : <DraftNotice form={form} keepAs={props.keepAs} title={props.label} />}
        {props.children}
        <div className={css.foot}>
          {props.above ? <div className={css.above}>{props.above}</div> : null}
          <Said id={errorId} wrong={said} quiet={changed ? 'Not saved yet' : ''} />
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
      <ConfirmDialog
        opened={guard.asking}
        title="Leave without saving?"
        text="What you changed here is not saved."
        yes="Leave"
        no="Stay"
        onYes={guard.leave}
        onNo={guard.stay}
      />
    </FormProvider>
  )
}

/** A few fields of a screen with a button of their own, within a FormSection: 'Change password'. */
export function PageFormPart<Input extends FieldValues, Output>(props: PageFormProps<Input, Output>) {
  const { form, send, said, errorId } = usePageForm(props)
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <FormProvider {...form}>
      <form noValidate className={css.part} aria-label={props.label} onSubmit={send}>
        {props.children}
        <div className={css.partFoot}>
          <Button size={size} type="submit" loading={form.formState.isSubmitting} aria-describedby={errorId}>
            {props.submit}
          </Button>
          <Said id={errorId} wrong={said} quiet="" />
        </div>
      </form>
    </FormProvider>
  )
}

function usePageForm<Input extends FieldValues, Output>({ schema, values, onSubmit }: PageFormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { isSubmitted, errors } = form.formState
  const errorId = useId()
  const send = form.handleSubmit(async (output) => {
    try {
      form.reset(await onSubmit(output))
    } catch (error) {
      placeFailure(form, error)
    }
  })
  const count = isSubmitted ? countErrors(errors) : 0
  const said = count > 0 ? `${count} ${count === 1 ? 'field' : 'fields'} to correct` : errors.root?.message
  return { form, send, said, errorId }
}

function Said({ id, wrong, quiet }: { id: string; wrong: string | undefined; quiet: string }) {
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
  /** What the section is for, in a line or two. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a form or of a settings screen: its name and what it is for at the left, its fields at the right. */
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

/** Two or three short fields beside each other; below each other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}
