import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { Button } from '@mantine/core'
import { useId, useMemo, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { showInstant } from '../../ui/basics/instant.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { useToastsAbove } from '../../ui/basics/use-toasts-above.ts'
import { ErrorList } from './error-list.tsx'
import css from './offline-form.module.css'
import { pathOf, problemsOf } from './offline-sections.ts'
import { SectionRail } from './section-rail.tsx'

/** Current form values and problems. */
function useFormProblems(today: string) {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const { isSubmitted, errors } = useFormState<OfflineTyped>()
  const problems = useMemo(() => problemsOf(typed, today), [typed, today])
  return { typed, problems, asked: isSubmitted, failed: errors.root?.message }
}

/** Progress of each section. */
export function Progress({ today }: { today: string }) {
  return <SectionRail {...useFormProblems(today)} />
}

interface FootProps {
  today: string
  savedAt: string | 'failed' | null
  onRestore(): void
}

/** Buttons of the form, always visible, with the draft state and the error list. */
export function FormFooter({ today, savedAt, onRestore }: FootProps) {
  const { typed, problems, asked } = useFormProblems(today)
  const { isSubmitting } = useFormState<OfflineTyped>()
  const [listed, setListed] = useState(false)
  const listId = useId()
  const { setFocus, handleSubmit } = useFormContext<OfflineTyped>()
  const size = usePhone() ? 'xl' : 'sm'
  const box = useRef<HTMLDivElement>(null)
  // The 20 s error toast must not cover the list.
  useToastsAbove(box)
  return (
    <div ref={box} className={css.foot}>
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
            draftStateText(savedAt)
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
            // Also shows the errors at the fields, and keeps them updated; doesn't submit.
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

function draftStateText(savedAt: string | 'failed' | null): string {
  if (savedAt === null) return ''
  if (savedAt === 'failed') return "Couldn't save the draft"
  return `Draft saved ${showInstant(savedAt).slice(11)}, without SSN and card`
}
