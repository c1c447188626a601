import { type PolicyMember, policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { PeopleTable } from '../../person/people-table.tsx'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { membersInWords } from './members-in-words.ts'
import css from './policy-sections.module.css'

/** Members of a policy, each with the record that names them; carriers' files name only the subscriber (decision 143). */
export function PolicyMembers({ policy }: { policy: PolicyDetail }) {
  const { id, numberOfMembers } = policy
  const { data, failureReason } = useQuery(apiQuery(policyPeople.people, { id }))
  return (
    <section className={css.section} aria-labelledby="policy-members">
      <div className={css.head}>
        <h2 id="policy-members">
          Members {numberOfMembers === null ? null : <span className="figures">{showCount(numberOfMembers)}</span>}
        </h2>
      </div>
      {failureReason ? (
        <NoticeLine tone="red">Couldn't load the members: {failureMessage(failureReason)}</NoticeLine>
      ) : null}
      {data ? <Members members={data.members} counted={numberOfMembers} /> : null}
    </section>
  )
}

function Members({ members, counted }: { members: readonly PolicyMember[]; counted: number | null }) {
  const words = membersInWords(members.length, counted)
  return (
    <>
      <PeopleTable people={members} source="Named in" detailed />
      {words ? <p className={css.quiet}>{words}</p> : null}
    </>
  )
}
