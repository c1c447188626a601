import { useNavigate } from '@tanstack/react-router'
import { useMayPass } from '../access/person.ts'
import { paths } from '../platform/address/paths.ts'
import type { Nothing } from '../ui/basics/list-column.ts'

/** Empty state of the policy list, with a link to upload if permitted. */
export function useNoPolicies(): Nothing {
  const navigate = useNavigate()
  const mayLoad = useMayPass('administrator')
  if (!mayLoad) return { why: 'No policies have been loaded yet.' }
  const action = { label: 'Load Policies', onClick: () => void navigate({ to: paths.upload }) }
  return { why: 'No policies yet. Load a carrier’s file to add them.', action }
}
