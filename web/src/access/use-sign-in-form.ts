import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** Problems by field name. */
export type FieldProblems = Partial<Record<string, string>>

interface AccessForm {
  ref: RefObject<HTMLFormElement | null>
  problems: FieldProblems
  sending: boolean
  submit: (event: SyntheticEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Form of the login area. Without the form library, which would outweigh all of its pages; the inputs are uncontrolled,
 * so that password managers can fill them. `send` returns problems by field; the first such field gets focus. One
 * submission at a time.
 */
export function useSignInForm(send: (fields: FormData) => Promise<FieldProblems | undefined>): AccessForm {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [sending, setSending] = useState(false)
  useEffect(() => {
    for (const field of ref.current?.elements ?? [])
      if (field instanceof HTMLInputElement && problems[field.name]) return correct(field)
  }, [problems])
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    try {
      setProblems((await send(new FormData(event.currentTarget))) ?? {})
    } finally {
      setSending(false)
    }
  }
  return { ref, problems, sending, submit }
}

/** Focuses a refused field. A refused code is never mended but replaced: it is selected, so that typing overwrites it. */
export function correct(field: HTMLInputElement | null | undefined): void {
  field?.focus()
  if (field?.autocomplete === 'one-time-code') field.select()
}

/** Problems in the reader's language. */
export function problemsInWords(problems: FieldProblems, texts: { problem(message: string): string }): FieldProblems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, message]) => (message ? [[name, texts.problem(message)]] : [])),
  )
}

/** First problem of each field of a schema error; empty if there is none. */
export function problemsOf(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): FieldProblems {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}
