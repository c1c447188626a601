import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { IconAlertCircle, IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { goToSection } from './form-cells.tsx'
import css from './offline-form.module.css'
import { offlineSections, stateOf } from './offline-sections.ts'

interface SectionRailProps {
  typed: OfflineTyped
  problems: readonly FailureDetail[]
  /** Show problems as errors: after a submit or Show Errors. */
  asked: boolean
}

/** Sections with their state; each links to its first field. */
export function SectionRail({ typed, problems, asked }: SectionRailProps) {
  return (
    <nav className={css.rail} aria-label="Sections">
      <ol>
        {offlineSections.map(({ id, title }, index) => {
          const { state, problems: wrong } = stateOf(id, typed, problems)
          const shown = asked && wrong > 0 ? 'errors' : state
          return (
            <li key={id}>
              <button type="button" data-state={shown} onClick={() => goToSection(id)}>
                <StateIcon state={shown} />
                <span>
                  {title}
                  <span className={css.stateWord}>{inWords(shown, wrong)}</span>
                </span>
                <kbd className={css.key}>Alt {index + 1}</kbd>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type Shown = ReturnType<typeof stateOf>['state'] | 'errors'

function inWords(state: Shown, wrong: number): string {
  if (state === 'errors') return `${wrong} ${wrong === 1 ? 'error' : 'errors'}`
  if (state === 'left') return `${wrong} to fill in`
  return state === 'complete' ? 'Complete' : 'Empty'
}

function StateIcon({ state }: { state: Shown }) {
  const look = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  if (state === 'errors') return <IconAlertCircle {...look} />
  if (state === 'complete') return <IconCircleCheck {...look} />
  return state === 'left' ? <IconCircleDashed {...look} /> : <IconCircle {...look} />
}
