import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logout } from '../access/logout.ts'
import { refreshPerson } from '../access/person.ts'
import { ask } from '../platform/query.ts'
import { useToken } from '../platform/session.ts'
import { watchSession } from '../platform/session-watch.ts'

const configuration = { ...ask(shell.configuration, {}), staleTime: Number.POSITIVE_INFINITY, retry: true }

/** Runs the clocks of expiry and inactivity while somebody is signed in; how long is the installation's (AUTH-20, AUTH-21). */
export function useSessionClocks(): void {
  const token = useToken()
  const { data } = useQuery({ ...configuration, enabled: token !== null })
  const inactivitySeconds = data?.inactivitySeconds
  useEffect(() => {
    if (token === null || inactivitySeconds === undefined) return
    return watchSession({ inactivitySeconds, onInactive: () => void logout('inactive'), onActive: refreshPerson })
  }, [token, inactivitySeconds])
}
