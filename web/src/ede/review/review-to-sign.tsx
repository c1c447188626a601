import { applicationReviews, type ReviewPage } from '@coverdesk/domain/ede/ede-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { signatureProblem } from '../../applications/sign/signature-problem.ts'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import { ReviewParts } from './review-parts.tsx'

interface ReviewToSignProps {
  link: string
  page: ReviewPage
  onSigned(): void
  /** Reloads the text after it changed. */
  onReload(): void
}

/** The whole application as it will be submitted, its statements to tick one by one, and the signature. */
export function ReviewToSign({ link, page, onSigned, onReload }: ReviewToSignProps) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const { title, parts, attestations, sha256 } = page.texts[language]
  const sign = useSend(applicationReviews.sign)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [signedName, setSignedName] = useState('')
  const [attempted, setAttempted] = useState(false)
  const problem = signatureProblem(signedName, page.applicant)
  const shownProblem = problem === 'missing' ? texts.signedNameMissing : texts.signedNameOther(page.applicant)
  const isAttested = ticked.length === attestations.length
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAttempted(true)
    if (problem || !isAttested || sign.isPending) return
    try {
      const attested = attestations.map(() => true as const)
      await sign.mutateAsync({ id: link, language, sha256, attested, signedName })
      onSigned()
    } catch (failure) {
      // Signed in another window, or the application changed: reload shows the current state.
      if (failure instanceof Failure && failure.code.startsWith('review.')) onReload()
    }
  }
  return (
    <article lang={language} className={css.summary}>
      <h2>{title}</h2>
      <ReviewParts parts={parts} />
      <form className={css.form} noValidate aria-label={texts.attestHead} onSubmit={(event) => void send(event)}>
        <h2>{texts.attestHead}</h2>
        {attestations.map((statement, place) => (
          <Checkbox
            key={statement}
            label={statement}
            checked={ticked.includes(place)}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setTicked((now) => (checked ? [...now, place] : now.filter((one) => one !== place)))
            }}
          />
        ))}
        {attempted && !isAttested ? <NoticeLine tone="red">{texts.attested}</NoticeLine> : null}
        <TextInput
          label={texts.signedName}
          description={texts.signedNameHelp}
          size="md"
          autoComplete="name"
          maxLength={150}
          value={signedName}
          onChange={(event) => setSignedName(event.currentTarget.value)}
          error={attempted && problem ? shownProblem : undefined}
        />
        {sign.error ? <NoticeLine tone="red">{failureMessage(sign.error)}</NoticeLine> : null}
        <Button type="submit" variant="filled" size="lg" loading={sign.isPending}>
          {texts.sign}
        </Button>
      </form>
    </article>
  )
}
