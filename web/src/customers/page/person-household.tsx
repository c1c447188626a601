import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { HouseholdMember } from '@coverdesk/domain/person/person-contract.ts'
import { relationText } from '@coverdesk/domain/person/relation-text.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from './customer-page.module.css'

/** Everyone else on the person's applications, each with the application that names them. */
export function PersonHousehold({ household }: { household: readonly HouseholdMember[] }) {
  if (household.length === 0) return null
  const today = todayIn(new Date())
  return (
    <section className={css.section} aria-labelledby="household">
      <h2 id="household">
        Household <span className="figures">{showCount(household.length)}</span>
      </h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Relation</th>
            <th scope="col">Born</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {household.map((member) => (
            <tr key={`${member.name} ${member.dob}`}>
              <th scope="row">{member.name}</th>
              <td>{relationText(member.relation)}</td>
              <td className="figures">{member.dob ? `${showDate(member.dob)}, ${ageOn(member.dob, today)}` : '-'}</td>
              <td>
                <Link to={addressOf(member)}>{sources[member.source]}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const sources = { offline: 'Offline application', marketplace: 'Marketplace' } as const

const addressOf = ({ record }: HouseholdMember) =>
  typeof record === 'string' ? paths.ownApplication(record) : paths.offlineApplication(record)
