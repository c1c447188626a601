import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { logout } from '../access/logout.ts'
import { BarePage } from './bare-page.tsx'

const WhomToAsk = lazy(() => import('./whom-to-ask.tsx').then((module) => ({ default: module.WhomToAsk })))

/** Replaces the portal for users without a role (ACCESS-05, A-026). */
export function NoRolePage() {
  return (
    <BarePage
      title="Account not set up yet, talk to your administrator"
      text="Your account hasn't been set up yet, talk to your administrator."
    >
      <Suspense>
        <WhomToAsk />
      </Suspense>
      <Button onClick={() => void logout()}>Logout</Button>
    </BarePage>
  )
}
