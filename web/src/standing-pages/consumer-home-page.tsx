import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../access/current-user.ts'
import { logout } from '../access/logout.ts'
import { applicationPaths, paths } from '../platform/address/paths.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Home of a consumer: application, plans and logout. */
export function ConsumerHomePage() {
  const user = useCurrentUser()
  const id = user?.applicationId
  const own = id ? applicationPaths('consumer', id) : null
  return (
    <Notice
      title={`Welcome, ${user?.firstName || user?.name || ''}`}
      text={
        own
          ? 'See your application, compare the plans that it can be enrolled in, and enroll.'
          : "You don't have an application assigned. Compare health plans and see what they cost after your tax credit."
      }
    >
      {own ? (
        <Button variant="filled" renderRoot={(props) => <Link to={own.details} {...props} />}>
          Your application
        </Button>
      ) : null}
      <Button component="a" href={paths.seePlans} target="_blank" rel="noopener" variant={own ? 'default' : 'filled'}>
        See Plans
      </Button>
      <Button onClick={() => void logout()}>Logout</Button>
    </Notice>
  )
}
