import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './as-of-notice.module.css'

/** Notice that plans are from a copy while the marketplace doesn't respond (P-84). */
export function AsOfNotice({ asOf }: { asOf: string | null | undefined }) {
  if (!asOf) return null
  return (
    <div className={css.notice}>
      <NoticeLine tone="amber">
        The marketplace isn't responding. Try again in a few minutes. Showing plans as of{' '}
        <time dateTime={asOf}>{showInstant(asOf)}</time>; enrollment is unavailable until it responds.
      </NoticeLine>
    </div>
  )
}
