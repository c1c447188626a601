import { applicationReviews } from '@coverdesk/domain/ede/ede-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayOf } from '../../applications/application-words.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { suggestLanguage } from '../../platform/page/reader-language.ts'
import { NotFoundNotice } from '../../standing-pages/not-found-notice.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import { ReviewToSign } from './review-to-sign.tsx'

/** The review of a link: the text to sign, or when it was signed. */
export function OpenReview({ link, onSigned }: { link: string; onSigned?(): void }) {
  const texts = useEdeTexts()
  const { data, error, refetch } = useQuery({
    ...apiQuery(applicationReviews.page, { id: link }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sentIn = data?.language
  useEffect(() => {
    if (sentIn) suggestLanguage(sentIn)
  }, [sentIn])
  if (error instanceof Failure && error.status === 404) return <NotFoundNotice />
  if (error)
    return <FailedState title={texts.couldNotLoadReview} why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={texts.reviewLoading}>
        <SkeletonBar width="80%" height={18} />
      </div>
    )
  if (data.signedDate) return <Notice title={texts.reviewDone(dayOf(data.signedDate))} text={texts.reviewDoneText} />
  return (
    <ReviewToSign
      link={link}
      page={data}
      onSigned={() => {
        if (onSigned) onSigned()
        else void refetch()
      }}
      onReload={() => void refetch()}
    />
  )
}
