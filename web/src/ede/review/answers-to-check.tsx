import type { EdeApplication } from '@coverdesk/domain/ede/ede-contract.ts'
import { answerParts } from '@coverdesk/domain/ede/review-text.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import css from '../wizard.module.css'
import { ReviewParts } from './review-parts.tsx'

/** All answers for the agent to read, before the client gets them to sign. */
export function AnswersToCheck({ application }: { application: EdeApplication }) {
  const { answers, numbers, today, planYear: year, county } = application
  const parts = answerParts(useLanguage(), { answers, numbers, today, year, county: county ?? '' })
  return (
    <div className={css.summary}>
      <ReviewParts parts={[...parts.special, ...parts.answered]} />
    </div>
  )
}
