import { Navigate } from '@tanstack/react-router'
import { useCurrentUser } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { storedApplication } from '../platform/session/session.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Redirects to the user's application, known from the user or from this browser (SHELL-11, SHELL-12, A-044). */
export function ApplicationPage() {
  const id = useCurrentUser()?.applicationId ?? storedApplication.get()
  if (id) return <Navigate to={paths.ownApplication(id)} replace />
  return <Notice title="You don't have an application assigned" />
}
