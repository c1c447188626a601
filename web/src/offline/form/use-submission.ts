import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { newId } from '../../platform/api/new-id.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { placeFailure } from '../../ui/form/form-errors.ts'
import { pathOf, problemsOf } from './offline-sections.ts'
import type { useDraft } from './use-draft.ts'

/** Submits the form with one submission id, so that a retry can't duplicate it (P-75). */
export function useSubmission(
  form: UseFormReturn<OfflineTyped, unknown, OfflineTyped>,
  kept: ReturnType<typeof useDraft>,
  { today, onSubmitted }: { today: string; onSubmitted(applicationId: number): void },
) {
  const send = useSend(offline.submit, { refreshes: [offline.list] })
  const submissionId = useRef<string>(undefined)
  return form.handleSubmit(
    async (typed) => {
      await kept.settle()
      submissionId.current ??= newId()
      try {
        const { applicationId } = await send.mutateAsync({ ...typed, submissionId: submissionId.current })
        submissionId.current = undefined
        form.reset(newOffline())
        kept.forget()
        kept.submitted()
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
