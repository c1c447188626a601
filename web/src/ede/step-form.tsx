import type { EdeProblem } from '@coverdesk/domain/ede/ede-problems.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { toNestErrors } from '@hookform/resolvers'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { placeFailure } from '../ui/form/form-errors.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { type EdeTexts, problemText } from './ede-texts.ts'
import { useEdeTexts } from './use-ede-texts.ts'
import { isTemporary, type SaveState } from './use-saved-application.ts'
import css from './wizard.module.css'

interface StepFormProps<Values extends FieldValues> {
  /** Id by which the button in the footer submits the form. */
  id: string
  label: string
  values: DefaultValues<Values>
  /** What is wrong in the values; the sentences appear at the fields. */
  problemsOf(values: Values): readonly EdeProblem[]
  /** Called while the user types. */
  onTyped?(values: Values): void
  onSubmit(values: Values): Promise<unknown>
  saveState: SaveState
  children: ReactNode
}

/** Form of a step: validated by the rules of the domain, in the reader's language, and saved while it is filled in. */
export function StepForm<Values extends FieldValues>(props: StepFormProps<Values>) {
  const { id, label, values, onTyped, onSubmit, saveState, children } = props
  const texts = useEdeTexts()
  const rules = useRef({ texts, problemsOf: props.problemsOf })
  rules.current = { texts, problemsOf: props.problemsOf }
  const resolver: Resolver<Values> = (typed, _context, options) => {
    const { texts, problemsOf } = rules.current
    const problems = problemsOf(typed)
    if (problems.length === 0) return { values: typed, errors: {} }
    const errors = Object.fromEntries(
      problems.map(({ path, problem }) => [path, { type: 'rule', message: texts.problems[problem] }]),
    )
    return { values: {}, errors: toNestErrors<Values>(errors as FieldErrors<Values>, options) } // paths of the fields
  }
  const form = useForm<Values>({ resolver, defaultValues: values, mode: 'onSubmit', reValidateMode: 'onChange' })
  const { subscribe, getValues, formState, trigger } = form
  const { isSubmitted, isSubmitting } = formState
  const typed = useRef(() => {})
  typed.current = () => {
    onTyped?.(getValues())
    // What one field lacks another may bring: an income answers 'Add an income, or answer No.'
    if (isSubmitted) void trigger()
  }
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name && typed.current() }),
    [subscribe],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language writes the sentences again
  useEffect(() => {
    if (isSubmitted) void trigger()
  }, [texts, isSubmitted, trigger])
  const send = form.handleSubmit(async () => {
    try {
      await onSubmit(getValues())
    } catch (error) {
      placeFailure(form, translated(error, texts))
      mayPass.current = isTemporary(error)
    }
  })
  const mayPass = useRef(false)
  // A lost connection is no longer said once the wizard has saved the answers by itself.
  useEffect(() => {
    if (saveState.kind === 'saved' && mayPass.current) form.clearErrors('root')
  }, [saveState, form])
  const root = formState.errors.root?.message
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        aria-label={label}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          // A second Enter would save again and lead back to the next step.
          if (!isSubmitting) void send(event)
        }}
      >
        {children}
        {root ? <NoticeLine tone="red">{root}</NoticeLine> : null}
      </form>
    </FormProvider>
  )
}

/** The same failure with the sentences at its fields in the reader's language. */
function translated(error: unknown, texts: EdeTexts): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details)) return error
  const details = error.details.map((detail) => ({ ...detail, message: problemText(texts, String(detail.message)) }))
  return new Failure(error.code, { status: error.status, message: error.message, details })
}
