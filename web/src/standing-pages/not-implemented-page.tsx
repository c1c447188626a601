import { Notice } from '../ui/page/notice.tsx'

/** Any portal URL without a screen (SHELL-29). */
export function NotImplementedPage() {
  return <Notice title="Not Implemented" />
}
