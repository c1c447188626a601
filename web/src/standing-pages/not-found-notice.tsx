import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Not-found message; a single line with exactly this text. */
export function NotFoundNotice() {
  return (
    <Notice title="Page not found / Are you lost?">
      <Link to={paths.start}>Go to homepage</Link>
    </Notice>
  )
}
