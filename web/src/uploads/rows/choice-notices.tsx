import { titleOfOtherMonthIn } from '@coverdesk/domain/uploads/reading/title-month.ts'
import type { ImportRun, LoadedBefore } from '@coverdesk/domain/uploads/upload-contract.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from '../load-policies.module.css'

/** Warns when the carrier or month may be the wrong choice: the same file is loaded elsewhere, or its title names another month. */
export function ChoiceNotices({ run }: { run: ImportRun }) {
  const { loadedBefore, month, year } = run
  const title = titleOfOtherMonthIn(run)
  if (!loadedBefore && title === undefined) return null
  return (
    <div className={css.problems}>
      {loadedBefore ? (
        <NoticeLine tone="red">
          This same file is already loaded{scopeInWords(loadedBefore)}, on {loadedBefore.loadedAt} by{' '}
          {loadedBefore.loadedBy}. Check the carrier and the month, and load it only if the carrier sent the same rows
          again.
        </NoticeLine>
      ) : null}
      {title === undefined ? null : (
        <NoticeLine tone="amber">
          The file says “{title}”, and {String(month).padStart(2, '0')}/{year} is chosen. Check the month.
        </NoticeLine>
      )}
    </div>
  )
}

/** ' for Ambetter, 09/2026'; files of several carriers and months have neither. */
function scopeInWords({ carrierName, month, year }: LoadedBefore): string {
  const period = month === null ? null : `${String(month).padStart(2, '0')}/${year}`
  const scope = [carrierName, period].filter((part) => part !== null).join(', ')
  return scope === '' ? '' : ` for ${scope}`
}
