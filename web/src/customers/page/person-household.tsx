import type { HouseholdMember } from '@coverdesk/domain/person/person-contract.ts'
import { PeopleTable } from '../../person/people-table.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from './customer-page.module.css'

/** Everyone else on the person's applications, each with the application that names them. */
export function PersonHousehold({ household }: { household: readonly HouseholdMember[] }) {
  if (household.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="household">
      <h2 id="household">
        Household <span className="figures">{showCount(household.length)}</span>
      </h2>
      <PeopleTable people={household} source="From" />
    </section>
  )
}
