import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { CarrierLoad } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths, withQuery } from '../platform/address/paths.ts'
import { Missing } from '../ui/basics/money-cell.tsx'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

/** Last policy file and latest statement per carrier; a day opens the carrier's uploads. */
export function HomeLoads({ loads }: { loads: readonly CarrierLoad[] }) {
  const overdue = loads.some(({ policiesOverdue, statementOverdue }) => policiesOverdue || statementOverdue)
  return (
    <HomeSection
      title="Last load"
      note={
        overdue ? (
          <span className={css.overdue}>
            <span className={css.dot} aria-hidden /> Overdue
          </span>
        ) : null
      }
      address={paths.upload}
    >
      <div className={css.table}>
        <table className={css.loads}>
          <thead>
            <tr>
              <th scope="col">Carrier</th>
              <th scope="col">Policies</th>
              <th scope="col">Statement</th>
            </tr>
          </thead>
          <tbody>
            {loads.map((row) => (
              <tr key={row.carrierId}>
                <th scope="row">{row.carrier}</th>
                <Load
                  shown={showDate(row.policiesOn)}
                  overdue={row.policiesOverdue}
                  address={withQuery(paths.upload, { carrier: row.carrierId, kind: 'policies' })}
                  label={`Policy files of ${row.carrier}`}
                />
                <Load
                  shown={row.statementMonth ? showMonth(row.statementMonth) : ''}
                  overdue={row.statementOverdue}
                  address={withQuery(paths.upload, { carrier: row.carrierId, kind: 'commissions' })}
                  label={`Statements of ${row.carrier}`}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </HomeSection>
  )
}

function Load(props: { shown: string; overdue: boolean; address: string; label: string }) {
  const { shown, overdue, address, label } = props
  if (!shown)
    return (
      <td>
        <Missing />
      </td>
    )
  return (
    <td data-overdue={overdue || undefined}>
      <Link to={address} className={css.link} aria-label={`${label}: ${shown}${overdue ? ', overdue' : ''}`}>
        {overdue ? <span className={css.dot} aria-hidden /> : null}
        {shown}
      </Link>
    </td>
  )
}
