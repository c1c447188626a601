import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { AccessFrame } from '../../access/access-frame.tsx'
import { paths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { AppSetup } from '../../second-factor/app-setup.tsx'
import { useAppSetupTexts } from '../../second-factor/app-setup-texts.ts'
import css from '../../second-factor/second-factor.module.css'

/** A full load of the portal, with the new session. */
const enterPortal = () => location.assign(paths.portal)

/** Offers the authenticator app to a user who has just set the first password and need not have one. */
export function OfferedApp({ password }: { password: string }) {
  const texts = useAppSetupTexts()
  const [offer, setOffer] = useState<{ secret: string; uri: string } | 'loading'>()
  const [isOn, setIsOn] = useState(false)
  const begin = async () => {
    setOffer('loading')
    try {
      setOffer(await call(ownSecondFactor.beginApp, { password }))
    } catch (error) {
      setOffer(undefined)
      toasts.failure(texts.couldNotPrepare, error)
    }
  }
  return (
    <AccessFrame title={texts.offered} lead={texts.offeredLead}>
      <div className={css.step}>
        {offer === undefined ? (
          <Button variant="filled" size="lg" fullWidth onClick={() => void begin()}>
            {texts.setUp}
          </Button>
        ) : (
          <AppSetup
            offer={offer === 'loading' ? undefined : offer}
            password={password}
            onOn={() => setIsOn(true)}
            onDone={enterPortal}
          />
        )}
        {isOn ? null : (
          <div className={css.leave}>
            <Button variant="subtle" onClick={enterPortal}>
              {texts.notNow}
            </Button>
            <p className={css.quiet}>{texts.later}</p>
          </div>
        )}
      </div>
    </AccessFrame>
  )
}
