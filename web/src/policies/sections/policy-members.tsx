import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicyMember, policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { relationText } from '@coverdesk/domain/person/relation-text.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
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
  const today = todayIn(new Date())
  const words = membersInWords(members.length, counted)
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Relation</th>
            <th scope="col">Born</th>
            <th scope="col">Sex</th>
            <th scope="col">Member id</th>
            <th scope="col">Named in</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={`${member.name} ${member.dob}`}>
              <th scope="row">{member.name}</th>
              <td>{relationText(member.relation)}</td>
              <td className="figures">{member.dob ? `${showDate(member.dob)}, ${ageOn(member.dob, today)}` : '-'}</td>
              <td>{member.sex ?? '-'}</td>
              <td>{member.memberId ?? '-'}</td>
              <td>
                <Source member={member} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {words ? <p className={css.quiet}>{words}</p> : null}
    </>
  )
}

const sources = { carrier: 'Carrier’s file', offline: 'Offline application', marketplace: 'Marketplace' } as const

function Source({ member: { source, record } }: { member: PolicyMember }) {
  if (record === null) return sources[source]
  const path = typeof record === 'string' ? paths.ownApplication(record) : paths.offlineApplication(record)
  return <Link to={path}>{sources[source]}</Link>
}
