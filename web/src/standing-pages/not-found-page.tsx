import { NotFoundNotice } from './not-found-notice.tsx'

/** The 404 page. */
export function NotFoundPage() {
  return <NotFoundNotice />
}
