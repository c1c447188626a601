import { type ConsentPage, consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from './sign-page.module.css'
import { signWords } from './sign-words.ts'
import { signatureProblem } from './signature-problem.ts'

type Language = 'en' | 'es'
const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
] as const

interface Props {
  id: string
  page: ConsentPage
  language: Language
  onLanguage(language: Language): void
  onSigned(at: string): void
  /** Reloads the consent text after it changed. */
  onReload(): void
  /** Within another screen, which has the heading and the choice of the language. */
  isPart?: boolean
}

/** Consent request: who asks, the text, and the signature form. */
export function ConsentToSign({ id, page, language, onLanguage, onSigned, onReload, isPart = false }: Props) {
  const words = signWords[language]
  const { title, parts } = page.texts[language]
  const agent = page.agentName && `${page.agentName}${page.agentNpn ? ` (NPN ${page.agentNpn})` : ''}`
  const facts = [
    [words.agency, page.agency],
    [words.agent, agent],
    [words.applicant, page.applicant],
    [words.reference, page.reference],
  ].filter(([, value]) => value)
  return (
    <article className={isPart ? css.part : css.page} lang={language}>
      {isPart ? null : (
        <fieldset className={css.languages}>
          <legend>{words.language}</legend>
          {languages.map(({ value, label }) => (
            <label key={value} lang={value}>
              <input type="radio" name="language" checked={language === value} onChange={() => onLanguage(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {parts.map(({ heading, text, points }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length > 0 ? (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
      <Signature id={id} page={page} language={language} onSigned={onSigned} onReload={onReload} />
    </article>
  )
}

function Signature({ id, page, language, onSigned, onReload }: Omit<Props, 'onLanguage' | 'isPart'>) {
  const words = signWords[language]
  const { agreement, sha256 } = page.texts[language]
  const sign = useSend(consent.sign)
  const [agreed, setAgreed] = useState(false)
  const [signedName, setSignedName] = useState('')
  const [attempted, setAttempted] = useState(false)
  const problem = signatureProblem(signedName, page.applicant)
  const shownProblem = problem === 'missing' ? words.nameMissing : words.nameOther(page.applicant)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAttempted(true)
    if (!agreed || problem || sign.isPending) return
    try {
      const { signedDate } = await sign.mutateAsync({ id, language, sha256, agreed: true, signedName })
      onSigned(signedDate)
    } catch (failure) {
      // Signed in another window, or the text changed: reload shows the current state.
      if (failure instanceof Failure && failure.code.startsWith('consent.')) onReload()
    }
  }
  return (
    <form className={css.signature} noValidate onSubmit={(event) => void send(event)}>
      <Checkbox
        label={agreement}
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        error={attempted && !agreed ? words.agreeMissing : undefined}
      />
      <TextInput
        label={words.name}
        description={words.nameHelp}
        size="md"
        autoComplete="name"
        maxLength={150}
        value={signedName}
        onChange={(event) => setSignedName(event.currentTarget.value)}
        error={attempted && problem ? shownProblem : undefined}
      />
      {sign.error ? <NoticeLine tone="red">{failureMessage(sign.error)}</NoticeLine> : null}
      <Button type="submit" variant="filled" size="lg" loading={sign.isPending}>
        {words.sign}
      </Button>
    </form>
  )
}
