import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { dayOf } from '../application-words.ts'
import type { signWords } from './sign-words.ts'

interface Props {
  id: string
  signedDate: string
  revokedDate: string | null
  words: (typeof signWords)['en' | 'es']
}

/** Signed consent of a link, which the client can revoke there. */
export function SignedConsent({ id, signedDate, revokedDate, words }: Props) {
  const revoke = useSend(consent.revoke)
  const [asking, setAsking] = useState(false)
  const revoked = revoke.data?.revokedDate ?? revokedDate
  if (revoked) return <Notice title={words.revoked(dayOf(revoked))} text={words.revokedText} />
  if (!asking)
    return (
      <Notice
        title={words.signed(dayOf(signedDate))}
        text={
          <>
            {words.thanks} {words.keep}
          </>
        }
      >
        <Button onClick={() => setAsking(true)}>{words.revoke}</Button>
      </Notice>
    )
  return (
    <Notice title={words.reallyRevoke} text={revoke.error ? failureMessage(revoke.error) : undefined} alert>
      <Button color="red" variant="filled" loading={revoke.isPending} onClick={() => revoke.mutate({ id })}>
        {words.yesRevoke}
      </Button>
      <Button onClick={() => setAsking(false)}>{words.keepConsent}</Button>
    </Notice>
  )
}
