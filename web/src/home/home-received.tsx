import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { ReceivedMonths } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { useSeesPay } from '../access/current-user.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'
import { monthInWords } from './month-in-words.ts'

/** Bars of the last 12 months; the present one is drawn up to what has come, below what should still come. */
export function HomeReceived({ received: { months, toCome }, today }: { received: ReceivedMonths; today: string }) {
  const word = useSeesPay() ? 'Pay' : 'Received'
  const present = months.at(-1)
  if (!present) return null
  const amounts = months.map(({ amount }) => Math.max(cents(amount) ?? 0, 0))
  const coming = toCome === null ? 0 : (cents(toCome) ?? 0)
  const highest = Math.max(...amounts, (amounts.at(-1) ?? 0) + coming, 1)
  const soFar = `${monthInWords(present.month, today)} so far ${showMoney(present.amount)}`
  return (
    <HomeSection
      title={`${word} by month`}
      note={
        coming > 0 ? (
          <>
            {`${soFar}, `}
            <Link to={cashOf(present.month)} className={css.link}>
              {`${showMoney(amountOf(coming))} to come`}
            </Link>
          </>
        ) : (
          soFar
        )
      }
    >
      <ul className={css.bars}>
        {months.map(({ month, amount }, index) => {
          const isPresent = index === months.length - 1
          const name = monthNames[Number(month.slice(5, 7)) - 1]
          const shown = `${name} ${month.slice(0, 4)}: ${showMoney(amount)}`
          return (
            <li key={month}>
              <Link
                to={withQuery(paths.statements, { month: showMonth(month) })}
                className={css.bar}
                aria-label={shown}
                title={shown}
              >
                <span className={css.column} aria-hidden>
                  {isPresent && coming > 0 ? (
                    <span className={css.toCome} style={{ height: `${(100 * coming) / highest}%` }} />
                  ) : null}
                  <span className={css.came} style={{ height: `${(100 * (amounts[index] ?? 0)) / highest}%` }} />
                </span>
                <span aria-hidden>{name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </HomeSection>
  )
}

/** The policies that the statements of a month should still bring something for. */
const cashOf = (month: string) =>
  withQuery(paths.expectedCash, { statementFrom: showMonth(month), statementTo: showMonth(month) })
