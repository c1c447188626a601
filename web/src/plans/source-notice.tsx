import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { usePlanTexts } from './plan-texts.ts'
import css from './source-notice.module.css'

interface SourceNoticeProps {
  answer: (Pick<PlanList, 'asOf' | 'filesInstead' | 'terms'> & Partial<Pick<PlanList, 'unreadable'>>) | undefined
}

/** Notices that plans are from a copy while the marketplace doesn't respond (P-84) or from plan files, and that plans are missing. */
export function SourceNotice({ answer }: SourceNoticeProps) {
  const texts = usePlanTexts()
  if (!answer) return null
  const { asOf, filesInstead, terms, unreadable = 0 } = answer
  return (
    <>
      {asOf ? (
        <div className={css.notice}>
          <NoticeLine tone="amber">
            <time dateTime={asOf}>{texts.asOf(showInstant(asOf))}</time>
          </NoticeLine>
        </div>
      ) : null}
      {filesInstead ? (
        <div className={css.notice}>
          <NoticeLine tone="amber">{texts.filesInstead(terms.year)}</NoticeLine>
        </div>
      ) : null}
      {unreadable > 0 ? (
        <div className={css.notice}>
          <NoticeLine tone="amber">{texts.unreadable(unreadable)}</NoticeLine>
        </div>
      ) : null}
    </>
  )
}
