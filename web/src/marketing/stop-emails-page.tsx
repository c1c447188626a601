import { Failure } from '@coverdesk/domain/failure.ts'
import { type OptOutPage, optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { setLanguage, suggestLanguage, useLanguage } from '../platform/page/reader-language.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { stopWords } from './stop-words.ts'

/**
 * Public unsubscribe page behind an email's link (CAN-SPAM): one button, no sign-in. Opening it changes nothing; after
 * opting out it offers to resubscribe.
 */
export function StopEmailsPage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery({ ...apiQuery(optOut.page, { id: String(id) }), staleTime: 60_000 })
  const sentIn = data?.language
  useEffect(() => {
    if (sentIn) suggestLanguage(sentIn)
  }, [sentIn])
  if (error instanceof Failure && [400, 404].includes(error.status)) return <CutLink />
  if (error)
    return <FailedState title="Couldn't load the page." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label="Loading">
        <Notice title="Emails" text={<SkeletonBar width="100%" height={18} />} />
      </div>
    )
  return <Choice id={String(id)} page={data} />
}

/** A truncated link identifies no one, so the language is the reader's. */
function CutLink() {
  const language = useLanguage()
  const { cut, whole } = stopWords[language]
  return (
    <div lang={language}>
      <Notice title={cut} text={whole} alert />
    </div>
  )
}

function Choice({ id, page }: { id: string; page: OptOutPage }) {
  const language = useLanguage()
  const [optedOut, setOptedOut] = useState(page.optedOut)
  const set = useSend(optOut.set)
  const words = stopWords[language]
  const { agency, address } = page
  const say = (wanted: boolean) =>
    set.mutate({ id, optedOut: wanted }, { onSuccess: (now) => setOptedOut(now.optedOut) })
  return (
    <div lang={language}>
      <Notice
        title={optedOut ? words.stopped : words.ask}
        text={
          <span role="status">
            {optedOut ? words.done(agency, address) : words.who(agency, address)} {words.still}
          </span>
        }
      >
        {optedOut ? (
          <Button variant="default" loading={set.isPending} onClick={() => say(false)}>
            {words.again}
          </Button>
        ) : (
          <Button variant="filled" loading={set.isPending} onClick={() => say(true)}>
            {words.stop}
          </Button>
        )}
        <Button
          variant="subtle"
          c="var(--text-2)"
          lang={language === 'en' ? 'es' : 'en'}
          onClick={() => setLanguage(language === 'en' ? 'es' : 'en')}
        >
          {words.other}
        </Button>
        {set.error ? <NoticeLine tone="red">{failureMessage(set.error)}</NoticeLine> : null}
      </Notice>
    </div>
  )
}
