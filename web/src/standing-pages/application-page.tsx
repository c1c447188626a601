import { Navigate } from '@tanstack/react-router'
import { usePerson } from '../access/person.ts'
import { paths } from '../platform/address/paths.ts'
import { storedApplication } from '../platform/session/session.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Goes to the own application, as the current user or this browser knows it (SHELL-11, SHELL-12, A-044). */
export function ApplicationPage() {
  const id = usePerson()?.applicationId ?? storedApplication.get()
  if (id) return <Navigate to={paths.ownApplication(id)} replace />
  return <Notice title="You don't have an application assigned" />
}
