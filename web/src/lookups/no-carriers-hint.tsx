import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'

/** Shown at a carrier field while the agency has no carriers. */
export function NoCarriersHint() {
  const { data } = useQuery({ ...apiQuery(lookups.carriers, {}), staleTime: Number.POSITIVE_INFINITY })
  if (data?.length !== 0) return null
  return (
    <>
      No carriers yet. <Link to={paths.carriers}>Add carriers</Link>
    </>
  )
}
