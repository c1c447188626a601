import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api/query.ts'
import { showInstant } from '../../ui/basics/instant.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { grantInWords } from '../approvals/grant-in-words.ts'

/** Changes of the user that wait for a second security administrator: the form shows what is in effect, so they would be asked for again. */
export function WaitingGrants({ userId }: { userId: number }) {
  const { data = [] } = useQuery(apiQuery(rightsGrants.list, {}))
  return data
    .filter((grant) => grant.userId === userId && grant.state === 'waiting')
    .map((grant) => (
      <NoticeLine key={grant.id} tone="amber">
        Waits for a second security administrator since {showInstant(grant.askedAt)}. {grantInWords(grant)}. Requested
        by {grant.askedBy}.
      </NoticeLine>
    ))
}
