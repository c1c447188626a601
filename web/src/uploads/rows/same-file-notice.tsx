import type { ImportRun, LoadedBefore } from '@coverdesk/domain/uploads/upload-contract.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from '../load-policies.module.css'

/** Says where the same file is loaded already: for a wrong choice, the same rows would count once more. */
export function SameFileNotice({ run: { loadedBefore } }: { run: Pick<ImportRun, 'loadedBefore'> }) {
  if (!loadedBefore) return null
  return (
    <div className={css.problems}>
      <NoticeLine tone="red">
        This same file is already loaded{scopeInWords(loadedBefore)}, on {loadedBefore.loadedAt} by{' '}
        {loadedBefore.loadedBy}. Check the carrier and the month, and load it only if the carrier sent the same rows
        again.
      </NoticeLine>
    </div>
  )
}

/** ' for Ambetter, 09/2026'; files of several carriers and months have neither. */
function scopeInWords({ carrierName, month, year }: LoadedBefore): string {
  const period = month === null ? null : `${String(month).padStart(2, '0')}/${year}`
  const scope = [carrierName, period].filter((part) => part !== null).join(', ')
  return scope === '' ? '' : ` for ${scope}`
}
