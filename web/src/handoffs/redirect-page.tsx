import { type HandOff, handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { Button } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useConfiguration } from '../agency/configuration.ts'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useHandoffTexts } from './handoff-texts.ts'

/** Milliseconds before the form is posted (ENROLL-15). */
const postAfter = 1_000

/** Sends the user to the marketplace with a self-posting form (ENROLL-15, ENROLL-16). */
export function MarketplaceRedirectPage() {
  return <Redirect to="marketplace" />
}

/** Sends the user to the agency's own enrollment application. */
export function EdeRedirectPage() {
  return <Redirect to="ede" />
}

/** The token is created on demand and exists in the form only: never in a URL or in storage (P-20). */
function Redirect({ to }: { to: 'marketplace' | 'ede' }) {
  const texts = useHandoffTexts()
  const name = texts.places[to]
  const [handOff, setHandOff] = useState<HandOff | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const configuration = useConfiguration()
  const address = to === 'ede' ? configuration?.edeUrl : configuration?.marketplaceRedirectUrl
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!address) return
    let left = false
    const timer = setTimeout(() => {
      call(handoffs[to], {}).then(
        (token) => left || setHandOff(token),
        (error: unknown) => left || setFailure(error),
      )
    }, postAfter)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [to, address])
  useEffect(() => {
    if (handOff) form.current?.submit()
  }, [handOff])
  if (address === null) return <Stuck title={texts.notSetUp} why={texts.notSetUpWhy} />
  if (failure) return <Stuck title={texts.couldNotTake(name)} why={failureMessage(failure)} />
  return (
    <Notice title={texts.takingTo(name)} text={texts.oneMoment}>
      {handOff ? (
        <form ref={form} method="post" action={handOff.address} hidden>
          <input type="hidden" name="token" value={handOff.token} />
          {handOff.returnUrl ? <input type="hidden" name="returnUrl" value={handOff.returnUrl} /> : null}
        </form>
      ) : null}
    </Notice>
  )
}

function Stuck({ title, why }: { title: string; why: string }) {
  const texts = useHandoffTexts()
  const inPortal = useRouterState({ select: ({ location }) => location.pathname.startsWith(paths.portal) })
  return (
    <Notice title={title} text={why} alert>
      <Button
        variant="filled"
        renderRoot={(props) => <Link to={inPortal ? paths.portal : paths.consumer} {...props} />}
      >
        {inPortal ? texts.backToPortal : texts.backToHome}
      </Button>
    </Notice>
  )
}
