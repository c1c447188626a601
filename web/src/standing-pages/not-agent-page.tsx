import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { logout } from '../access/logout.ts'
import { isConsumer } from '../access/portal-gate.ts'
import { paths } from '../platform/address/paths.ts'
import { BarePage } from './bare-page.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

/** Replaces the portal for users who are neither agent nor customer (ACCESS-06, ACCESS-07, A-027). */
export function NotAgentPage({ user }: { user: CurrentUser }) {
  return (
    <BarePage title="You're not an agent. As a result you cannot access this page.">
      {isConsumer(user) ? (
        <Button variant="filled" renderRoot={(props) => <Link to={paths.consumer} {...props} />}>
          Go to consumer home
        </Button>
      ) : (
        <>
          <WhomToAsk />
          <Button onClick={() => void logout()}>Logout</Button>
        </>
      )}
    </BarePage>
  )
}
