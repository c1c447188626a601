import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './as-of-notice.module.css'

/** Says of which moment plans are while the marketplace does not answer (P-84). */
export function AsOfNotice({ asOf }: { asOf: string | null | undefined }) {
  if (!asOf) return null
  return (
    <div className={css.notice}>
      <NoticeLine tone="amber">
        The marketplace does not answer now. What you see is as of <time dateTime={asOf}>{showInstant(asOf)}</time>, and
        nobody can be enrolled until it answers.
      </NoticeLine>
    </div>
  )
}
