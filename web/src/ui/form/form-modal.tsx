import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { countErrors, placeFailure } from './form-errors.ts'
import css from './form-modal.module.css'
import { isChanged } from './is-changed.ts'
import '../overlay/overlay-styles.ts'
import { usePhone } from '../basics/use-phone.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'

export interface FormModalProps<Input extends FieldValues, Output> {
  opened: boolean
  onClose(): void
  title: string
  /** The input schema of the contract's route; its sentences stand at the fields. */
  schema: z.ZodType<Output, Input>
  /** What the fields hold when it opens. */
  values: DefaultValues<Input>
  /** What the button does: 'Create agent'. */
  submit: string
  /**
   * Names the form, and the record that it changes: 'user:17'. What is typed then survives the end of the session, in
   * memory only, and is there again when the same person opens this form (P-85).
   */
  keepAs?: string
  /** Sends it. When it rejects with a Failure, its details go to their fields and the rest to the footer. */
  onSubmit(values: Output): Promise<unknown>
  /** Hears of a try to send what is not right, beside the errors at the fields: for the specification's toast. */
  onInvalid?(errors: FieldErrors<Input>): void
  /**
   * The button is disabled until something was touched and nothing is wrong; errors then stand at a field as soon as one
   * leaves it. Enter still tries, and says what is wrong (CUST-10, A-064). With 'changed' touching is not enough: until
   * something differs there is nothing to save (APP-11).
   */
  whenRight?: boolean | 'changed'
  width?: number
  /** Another dialog lies over it, whose Esc is not the form's. */
  covered?: boolean
  /** In place of the form as long as it is set: a skeleton, or why there is nothing to fill in. */
  instead?: ReactNode
  /** Another one begins the form anew with `values`. */
  round?: string | number
  /** Stands above the buttons and is always in view, such as what the change will mean. */
  above?: ReactNode
  /** Field components (text-fields.tsx and the like), in FieldPair for short pairs. */
  children: ReactNode
}

/**
 * A form in a modal: react-hook-form and the contract's schema. Errors stand at their fields and are counted in the
 * footer, the first one gets the focus; Enter sends; closing with something typed asks 'Really close?'. Keep it mounted
 * and pass `opened`, so that the focus returns to where it came from. After a success the caller closes it.
 */
export function FormModal<Input extends FieldValues, Output>(props: FormModalProps<Input, Output>) {
  const { opened, onClose, title, width = 560, covered = false, instead, round } = props
  const [asking, setAsking] = useState(false)
  const dirty = useRef(false)
  const phone = usePhone()
  const close = () => {
    if (!dirty.current) return onClose()
    // after this event, or else the Esc that asks would also be heard by the question and answer it
    setTimeout(() => setAsking(true))
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={title}
        size={width}
        fullScreen={phone}
        centered
        padding={0}
        closeOnClickOutside={false}
        closeOnEscape={!asking && !covered}
        classNames={{ header: css.header, body: css.body, content: css.content }}
      >
        {instead ? (
          <div className={css.fields}>{instead}</div>
        ) : (
          <FormBody key={round} {...props} onClose={close} onDirty={(is) => (dirty.current = is)} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={opened && asking}
        title="Really close?"
        text="What you typed is not saved."
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          dirty.current = false
          onClose()
        }}
      />
    </>
  )
}

type FormBodyProps<Input extends FieldValues, Output> = FormModalProps<Input, Output> & {
  onDirty(dirty: boolean): void
}

function FormBody<Input extends FieldValues, Output>(props: FormBodyProps<Input, Output>) {
  const { schema, values, submit, onSubmit, onClose, onDirty, above, children, keepAs, title } = props
  const { onInvalid, whenRight = false } = props
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: values,
    mode: whenRight ? 'onTouched' : 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { isSubmitting, isSubmitted, errors, isValid, touchedFields } = form.formState
  const changed = isChanged(form.formState)
  // What only the server refused may be tried again as it is.
  const right = isValid || (errors.root !== undefined && countErrors(errors) === 0)
  const awake = changed || (whenRight !== 'changed' && Object.keys(touchedFields).length > 0)
  const held = whenRight !== false && !isSubmitting && !(right && awake)
  const errorId = useId()
  const size = usePhone() ? 'xl' : 'sm'
  useEffect(() => {
    onDirty(changed)
    return () => onDirty(false)
  })
  const send = async (output: Output) => {
    try {
      await onSubmit(output)
    } catch (error) {
      placeFailure(form, error)
    }
  }
  const count = isSubmitted ? countErrors(errors) : 0
  const said = count > 0 ? `${count} ${count === 1 ? 'field' : 'fields'} to correct` : errors.root?.message
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={css.form}
        onSubmit={form.handleSubmit(send, onInvalid)}
        onKeyDown={held ? sendByEnter : undefined}
      >
        {keepAs === undefined ? null : (
          <div className={css.kept}>
            <DraftNotice form={form} keepAs={keepAs} title={title} />
          </div>
        )}
        <div ref={focusFirst} className={css.fields}>
          {children}
        </div>
        {above}
        <div className={css.footer}>
          <span id={errorId} className={css.errors} role="alert">
            {said ? (
              <>
                <IconAlertCircle size={16} stroke={1.75} aria-hidden />
                {said}
              </>
            ) : null}
          </span>
          <Button size={size} variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size={size}
            variant="filled"
            type="submit"
            loading={isSubmitting}
            disabled={held}
            data-disabled={held || count > 0 || undefined}
            aria-describedby={said ? errorId : undefined}
          >
            {submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** A browser sends nothing by Enter while the button is disabled. What closes a list of choices by Enter prevents this. */
function sendByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/**
 * Tells the modal's focus trap to begin at the first field and not at the close button; fields that come when the modal
 * is open already take the focus themselves.
 */
function focusFirst(fields: HTMLDivElement | null): void {
  const first = fields?.querySelector<HTMLElement>('input:enabled, textarea:enabled')
  first?.setAttribute('data-autofocus', 'true')
  const at = document.activeElement
  // on the page itself when what had the focus has just gone, such as 'Try again'
  if (at === document.body || first?.closest('[role="dialog"]')?.contains(at)) first?.focus({ preventScroll: true })
}

/** Two short fields beside each other; below each other on a phone. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
