import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Any portal URL without a screen (SHELL-29). */
export function NotImplementedPage() {
  return (
    <Notice title="Not Implemented" text="There is no screen at this address.">
      <Button variant="filled" renderRoot={(props) => <Link to={paths.portal} {...props} />}>
        Go to homepage
      </Button>
      <Button onClick={() => history.back()}>Go back</Button>
    </Notice>
  )
}
