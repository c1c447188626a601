import { Link } from '@tanstack/react-router'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import css from './dashboard.module.css'
import sales from './my-sales.module.css'

/** An amount that opens what is behind it. */
export interface SumCell {
  amount: string
  to: string
  /** Shown where there is no amount. */
  instead?: WordsLink | undefined
  /** Shown below the amount. */
  below?: WordsLink | undefined
}

interface WordsLink {
  words: string
  to: string
}

interface Props {
  label: string
  /** Headings of the columns between the carrier and the total. */
  columns: readonly string[]
  carriers: readonly { carrierId: number; carrierName: string; cells: readonly SumCell[] }[]
  /** Last row; one cell more than `columns`, as each carrier. */
  totals: readonly SumCell[]
}

/** Table of amounts by carrier, with their sums. */
export function CarrierSums({ label, columns, carriers, totals }: Props) {
  const headings = ['Carrier', ...columns, 'Total']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if many carriers do not fit
    <section className={sales.scroller} aria-label={label} tabIndex={0}>
      <table className={sales.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {carriers.map(({ carrierId, carrierName, cells }) => (
            <Row key={carrierId} name={carrierName} headings={headings} cells={cells} />
          ))}
        </tbody>
        <tfoot className="figures">
          <Row name="Total" headings={headings} cells={totals} />
        </tfoot>
      </table>
    </section>
  )
}

function Row({ name, headings, cells }: { name: string; headings: readonly string[]; cells: readonly SumCell[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, place) => (
        <td key={headings[place + 1]}>
          <Sum {...cell} />
        </td>
      ))}
    </tr>
  )
}

function Sum({ amount, to, instead, below }: SumCell) {
  if (amount !== '0.00')
    return (
      <>
        <Link to={to} className={css.open}>
          <MoneyCell amount={amount} />
        </Link>
        {below ? (
          <Link to={below.to} className={css.below}>
            {below.words}
          </Link>
        ) : null}
      </>
    )
  if (!instead) return '–'
  return (
    <Link to={instead.to} className={css.open}>
      {instead.words}
    </Link>
  )
}
