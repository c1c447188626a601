import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './as-of-notice.module.css'
import { usePlanTexts } from './plan-texts.ts'

/** Notice that plans are from a copy while the marketplace doesn't respond (P-84). */
export function AsOfNotice({ asOf }: { asOf: string | null | undefined }) {
  const texts = usePlanTexts()
  if (!asOf) return null
  return (
    <div className={css.notice}>
      <NoticeLine tone="amber">
        <time dateTime={asOf}>{texts.asOf(showInstant(asOf))}</time>
      </NoticeLine>
    </div>
  )
}
