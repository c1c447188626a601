import { Button } from '@mantine/core'
import { logout } from '../access/logout.ts'
import { BarePage } from './bare-page.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

/** Replaces the portal for users without a role (ACCESS-05, A-026). */
export function NoRolePage() {
  return (
    <BarePage
      title="Account not set up yet, talk to your administrator"
      text="Your account hasn't been set up yet, talk to your administrator."
    >
      <WhomToAsk />
      <Button onClick={() => void logout()}>Logout</Button>
    </BarePage>
  )
}
