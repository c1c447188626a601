import { Notice } from '../ui/page/notice.tsx'

/** Any address of the portal that no screen stands at (SHELL-29). */
export function NotImplementedPage() {
  return <Notice title="Not Implemented" />
}
