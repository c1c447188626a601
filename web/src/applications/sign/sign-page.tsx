import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { setLanguage, suggestLanguage, useLanguage } from '../../platform/page/reader-language.ts'
import { NotFoundNotice } from '../../standing-pages/not-found-notice.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { ConsentToSign } from './consent-to-sign.tsx'
import css from './sign-page.module.css'
import { signWords } from './sign-words.ts'
import { SignedConsent } from './signed-consent.tsx'

/**
 * Public page of a consent request (CONSUMER-11, A-104). A signed link shows the date; an unknown, replaced or expired
 * one is not found.
 */
export function SignPage() {
  const { id = '' }: { id?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery({ ...apiQuery(consent.page, { id }), staleTime: Number.POSITIVE_INFINITY })
  const [signedDate, setSignedDate] = useState<string>()
  const language = useLanguage()
  const words = signWords[language]
  const sentIn = data?.language
  useEffect(() => {
    if (sentIn) suggestLanguage(sentIn)
  }, [sentIn])
  if (error instanceof Failure && error.status === 404) return <NotFoundNotice />
  if (error) return <FailedState title={words.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div className={css.page} role="status" aria-label={words.loading}>
        {[48, 90, 84, 60].map((width) => (
          <SkeletonBar key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const at = signedDate ?? data.signedDate
  if (at)
    return (
      <div lang={language}>
        <SignedConsent id={id} signedDate={at} revokedDate={data.revokedDate} words={words} />
      </div>
    )
  return (
    <ConsentToSign
      id={id}
      page={data}
      language={language}
      onLanguage={setLanguage}
      onSigned={setSignedDate}
      onReload={() => void refetch()}
    />
  )
}
