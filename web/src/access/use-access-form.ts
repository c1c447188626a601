import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** What is wrong, by the name of the field. */
export type FieldProblems = Partial<Record<string, string>>

interface AccessForm {
  ref: RefObject<HTMLFormElement | null>
  problems: FieldProblems
  sending: boolean
  submit: (event: SyntheticEvent<HTMLFormElement>) => Promise<void>
}

/**
 * A form of the login area, without the form library of the other forms, which would weigh on sign-in more than all of
 * its pages; the browser holds the values, so that password managers may fill them in any way they like. `send` answers
 * what is wrong by field; the first such field gets the focus. One sending at a time.
 */
export function useAccessForm(send: (fields: FormData) => Promise<FieldProblems | undefined>): AccessForm {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [sending, setSending] = useState(false)
  useEffect(() => {
    for (const field of ref.current?.elements ?? [])
      if (field instanceof HTMLInputElement && problems[field.name]) return field.focus()
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

/** The first problem of each field, as a schema says it; nothing when it has none. */
export function problemsOf(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): FieldProblems {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}
