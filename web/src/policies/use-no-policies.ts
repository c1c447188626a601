import { useNavigate } from '@tanstack/react-router'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import type { EmptyContent } from '../ui/basics/list-column.ts'

/** Empty state of the policy list, with a link to upload if permitted. */
export function useNoPolicies(): EmptyContent {
  const navigate = useNavigate()
  const mayLoad = useHasAccess('administrator')
  if (!mayLoad) return { why: 'No policies have been loaded yet.' }
  const action = { label: 'Load Policies', onClick: () => void navigate({ to: paths.upload }) }
  return { why: 'No policies yet. Load a carrier’s file to add them.', action }
}
