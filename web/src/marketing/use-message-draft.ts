import type { MessageToWrite } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { useEffect, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { deleteDraft, findDraft, saveDraft } from '../platform/session/draft.ts'

/** A message as it is typed. */
export type TypedMessage = z.input<typeof MessageToWrite>

const nothing = { subject: '', body: '' }

/** Unsent text to a contact, one for all contact methods: who can't be texted is written to by email. */
export function useMessageDraft(contactId: number, name: string) {
  return useMemo(() => {
    const key = `message:${contactId}`
    const textOf = (values: Record<string, unknown>, field: keyof typeof nothing) =>
      typeof values[field] === 'string' ? values[field] : ''
    return {
      find: () => {
        const values = findDraft(key)?.values ?? nothing
        return { subject: textOf(values, 'subject'), body: textOf(values, 'body') }
      },
      save: ({ subject = '', body }: Pick<TypedMessage, 'subject' | 'body'>) =>
        saveDraft(key, `Message to ${name}`, { subject, body }, nothing),
      delete: () => deleteDraft(key),
    }
  }, [contactId, name])
}
export type MessageDraft = ReturnType<typeof useMessageDraft>

/**
 * Keeps what is typed, in the memory of this tab, while other conversations or screens are open and after the session
 * ended (P-85). Closing the window asks.
 */
export function useKeptMessage<Output>(form: UseFormReturn<TypedMessage, unknown, Output>, draft: MessageDraft): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.save(values),
      }),
    [form, draft],
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.getValues('body').trim() !== '') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [form])
}
