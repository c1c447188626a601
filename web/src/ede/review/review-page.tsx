import { useSearch } from '@tanstack/react-router'
import { LanguageButton } from '../../ui/language/language-button.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import { OpenReview } from './open-review.tsx'

/** /ede/app/review?id=…: public page where a client reviews and signs what an agent entered (decision 166). */
export function ReviewPage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false })
  const texts = useEdeTexts()
  return (
    <div className={css.content}>
      <LanguageButton />
      <h1>{texts.heads.review}</h1>
      <p className={css.lead}>{texts.leads.review()}</p>
      <OpenReview link={String(id)} />
    </div>
  )
}
