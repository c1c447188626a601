import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import css from './offline-form.module.css'
import { placeInWords } from './offline-sections.ts'

interface ErrorListProps {
  id: string
  typed: OfflineTyped
  problems: readonly FailureDetail[]
  onGo(path: string): void
}

/** Current errors with links to their fields (OFFLINE-03). */
export function ErrorList({ id, typed, problems, onGo }: ErrorListProps) {
  return (
    <section id={id} className={css.errors} aria-label="Errors">
      {problems.length === 0 ? (
        <p>No errors.</p>
      ) : (
        <ul>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <button type="button" onClick={() => onGo(path)}>
                {placeInWords(path, typed)}: <strong>{message}</strong>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
