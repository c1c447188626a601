import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AccessFrame } from '../access/access-frame.tsx'
import { logout } from '../access/logout.ts'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { AppSetup } from './app-setup.tsx'
import { useAppSetupTexts } from './app-setup-texts.ts'
import css from './second-factor.module.css'

/** Replaces the portal for users whose role requires the authenticator app until it is set up. */
export function RequiredAppSetup() {
  const texts = useAppSetupTexts()
  const offer = useQuery({
    queryKey: keyOf(ownSecondFactor.beginApp),
    queryFn: () => call(ownSecondFactor.beginApp, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <AccessFrame title={texts.required} lead={texts.requiredLead}>
      <div className={css.step}>
        {offer.error ? (
          <FailedState
            title="Couldn't prepare the app."
            why={failureMessage(offer.error)}
            retry={() => void offer.refetch()}
          />
        ) : (
          // A full load: everything that was denied before is requested again.
          <AppSetup offer={offer.data} onDone={() => location.assign(paths.portal)} />
        )}
        <div className={css.leave}>
          <Button variant="subtle" onClick={() => void logout()}>
            Logout
          </Button>
        </div>
      </div>
    </AccessFrame>
  )
}
