import { Failure } from '@coverdesk/domain/failure.ts'
import { useState } from 'react'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { RequestConsentDialog } from './request-consent-dialog.tsx'

/** Whether a call was refused because the client's consent is missing. */
export function needsConsent(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'consent.required'
}

/** Replaces a screen that needs the client's consent, and requests it there. */
export function ConsentNeeded({ appId, why }: { appId: string; why: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <EmptyState
        title="The client's consent is needed."
        why={why}
        action={{ label: 'Request Consent', onClick: () => setOpened(true) }}
        isPage
      />
      <RequestConsentDialog appId={appId} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
