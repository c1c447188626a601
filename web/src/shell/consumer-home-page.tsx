import { Button } from '@mantine/core'
import { logout } from '../access/logout.ts'
import { usePerson } from '../access/person.ts'
import { paths } from '../platform/paths.ts'
import { Notice } from './notice.tsx'

/** Where a consumer begins: the plans, and the way out. */
export function ConsumerHomePage() {
  const person = usePerson()
  return (
    <Notice
      title={`Welcome, ${person?.firstName || person?.name || ''}`}
      text="Compare health plans and see what they cost after your tax credit."
    >
      <Button component="a" href={paths.seePlans} target="_blank" rel="noopener" variant="filled">
        See Plans
      </Button>
      <Button onClick={() => void logout()}>Logout</Button>
    </Notice>
  )
}
