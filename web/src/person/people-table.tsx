import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { relationText } from '@coverdesk/domain/person/relation-text.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import css from './people-table.module.css'

/** A person that a record names. */
interface NamedPerson {
  name: string
  relation: Parameters<typeof relationText>[0]
  dob: string | null
  source: keyof typeof sources
  /** Id of the record; null if it has no page. */
  record: string | number | null
  sex?: string | null
  memberId?: string | null
}

interface Props {
  people: readonly NamedPerson[]
  /** Heading of the record that names each person. */
  source: string
  /** With sex and member id. */
  detailed?: boolean
}

/** People of a household or a policy, each with a link to the record that names them. */
export function PeopleTable({ people, source, detailed = false }: Props) {
  const today = todayIn(new Date())
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Relation</th>
          <th scope="col">Born</th>
          {detailed ? (
            <>
              <th scope="col">Sex</th>
              <th scope="col">Member id</th>
            </>
          ) : null}
          <th scope="col">{source}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={`${person.name} ${person.dob}`}>
            <th scope="row">{person.name}</th>
            <td>{relationText(person.relation)}</td>
            <td className="figures">{person.dob ? `${showDate(person.dob)}, ${ageOn(person.dob, today)}` : '-'}</td>
            {detailed ? (
              <>
                <td>{person.sex ?? '-'}</td>
                <td>{person.memberId ?? '-'}</td>
              </>
            ) : null}
            <td>
              <Source {...person} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sources = { carrier: 'Carrier’s file', offline: 'Offline application', marketplace: 'Marketplace' } as const

function Source({ source, record }: Pick<NamedPerson, 'source' | 'record'>) {
  if (record === null) return sources[source]
  const path = typeof record === 'string' ? paths.ownApplication(record) : paths.offlineApplication(record)
  return <Link to={path}>{sources[source]}</Link>
}
