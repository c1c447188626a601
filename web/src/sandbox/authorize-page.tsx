import { Failure } from '@coverdesk/domain/failure.ts'
import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { suggestLanguage, useLanguage } from '../platform/page/reader-language.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { LanguageButton } from '../ui/language/language-button.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { type AuthorizeTexts, authorizeTexts } from './authorize-texts.ts'
import css from './sandbox-page.module.css'

/** /exchange/authorize: the sandbox exchange's page of a link by which a client authorizes an agent (decision 254). */
export function AuthorizePage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false })
  const language = useLanguage()
  const texts = authorizeTexts[language]
  const { data, error, refetch } = useQuery({
    ...apiQuery(sandbox.authorization, { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sentIn = data?.language
  useEffect(() => {
    if (sentIn) suggestLanguage(sentIn)
  }, [sentIn])
  return (
    <div lang={language}>
      <header className={css.head}>
        <strong>{texts.sandbox}</strong>
        <span className={css.test}>{texts.test}</span>
        <LanguageButton />
      </header>
      <main id="main">
        {data ? (
          <Authorize id={id} asked={data} texts={texts} />
        ) : isOver(error) ? (
          <Notice title={texts.over} text={texts.overText} alert />
        ) : error ? (
          <FailedState title={texts.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
        ) : (
          <div className={css.waiting} role="status" aria-label={texts.loading}>
            <SkeletonBar width="60%" height={28} />
            <SkeletonBar width="90%" height={16} />
          </div>
        )}
      </main>
    </div>
  )
}

const isOver = (error: unknown) => error instanceof Failure && error.code === 'authorization.link_over'

interface AuthorizeProps {
  id: string
  asked: OutputOf<typeof sandbox.authorization>
  texts: AuthorizeTexts
}

function Authorize({ id, asked: { agent, npn, planYear, authorized }, texts }: AuthorizeProps) {
  const authorize = useSend(sandbox.authorize)
  const year = String(planYear)
  if (authorized || authorize.isSuccess) return <Notice title={texts.done} text={texts.doneText} />
  if (isOver(authorize.error)) return <Notice title={texts.over} text={texts.overText} alert />
  return (
    <article className={css.letter}>
      <h1>{texts.title(year)}</h1>
      <p>{texts.asks(agent, npn, year)}</p>
      <p>{texts.until(year)}</p>
      <p>{texts.stranger}</p>
      {authorize.error ? <NoticeLine tone="red">{failureMessage(authorize.error)}</NoticeLine> : null}
      <Button variant="filled" size="lg" loading={authorize.isPending} onClick={() => authorize.mutate({ id })}>
        {texts.authorize}
      </Button>
    </article>
  )
}
