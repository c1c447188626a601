import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { consentProblems } from '@coverdesk/domain/consents/consent-state.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { RequestConsentDialog } from './request-consent-dialog.tsx'

/** Says before any work that the client's consent is missing, and requests it; nothing while it is valid. */
export function ConsentNotice({ appId }: { appId: string }) {
  const mayRead = useHasAccess(clientConsents.one.allow)
  const { data } = useQuery({ ...apiQuery(clientConsents.one, { appId }), enabled: mayRead })
  const [opened, setOpened] = useState(false)
  const problem = data && data.state !== 'valid' ? consentProblems[data.state] : null
  return (
    <>
      {problem ? (
        <NoticeLine
          tone="amber"
          action={
            <Button size="xs" onClick={() => setOpened(true)}>
              Request Consent
            </Button>
          }
        >
          {problem}
        </NoticeLine>
      ) : null}
      <RequestConsentDialog appId={appId} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
