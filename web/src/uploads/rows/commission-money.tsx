import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { LinesRead } from '@coverdesk/domain/statement-checks/lines-read.ts'
import type { CommissionFindings } from '@coverdesk/domain/uploads/commission-findings.ts'
import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { MoneyCell } from '../../ui/basics/money-cell.tsx'
import { showPeriod } from '../upload-period.ts'
import css from './commission-money.module.css'

/** Amounts by carrier and month before and after a commission file, with a total row. */
export function CommissionMoney({ findings, loaded }: { findings: CommissionFindings; loaded: boolean }) {
  const { months, monthCount, totals } = findings
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard
    <section className={css.scroll} aria-label="Money by month" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Carrier</th>
            <th scope="col">Month</th>
            <th scope="col" className={`${css.number} ${css.rows}`}>
              Rows
            </th>
            <th scope="col" className={css.number}>
              Before
            </th>
            <th scope="col" className={css.number}>
              Change
            </th>
            <th scope="col" className={css.number}>
              {loaded ? 'Now' : 'After'}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={`${month.carrierName} ${month.year} ${month.month}`}>
              <th scope="row">{month.carrierName}</th>
              <td className="figures">{showPeriod(month)}</td>
              <td className={`figures ${css.number} ${css.rows}`}>{showCount(month.rows)}</td>
              <Money {...month} />
            </tr>
          ))}
        </tbody>
        {monthCount > 1 ? (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {monthCount > months.length
                  ? `All ${showCount(monthCount)} months, the newest ${months.length} shown`
                  : 'All months'}
              </th>
              <td className={`figures ${css.number} ${css.rows}`}>
                {monthCount > months.length ? '' : showCount(months.reduce((sum, { rows }) => sum + rows, 0))}
              </td>
              <Money {...findings} />
            </tr>
          </tfoot>
        ) : null}
      </table>
      {totals > 0 ? (
        <p className={css.note}>{totals === 1 ? '1 total row was' : `${showCount(totals)} total rows were`} skipped.</p>
      ) : null}
    </section>
  )
}

function Money({ before, after }: { before: string; after: string }) {
  const change = (cents(after) ?? 0) - (cents(before) ?? 0)
  return (
    <>
      <td className={css.number}>
        <MoneyCell amount={before} />
      </td>
      <td className={css.number}>
        <MoneyCell amount={amountOf(change)} />
      </td>
      <td className={`${css.number} ${css.strong}`}>
        <MoneyCell amount={after} />
      </td>
    </>
  )
}

/** Name of the carrier, or the number of carriers; '' if unknown. */
export function carriersInWords(findings: CommissionFindings | null | undefined): string {
  const names = new Set(findings?.months.map(({ carrierName }) => carrierName))
  return names.size > 1 ? `${names.size} carriers` : ([...names][0] ?? '')
}

/** What becomes of the lines of a file, also of one that is only checked. */
export const linesOfFile = (
  { rows, refused }: Pick<ImportCounts, 'rows' | 'refused'>,
  { unmatched, totals }: Pick<CommissionFindings, 'unmatched' | 'totals'>,
): LinesRead => {
  const setAside = unmatched.setAside ?? 0
  const matched = rows - refused - unmatched.policy - setAside
  return { matched, exceptions: unmatched.policy, setAside, refused, totals, deleted: 0 }
}

/** '3 unmatched rows are kept: 2 without a matching policy, 1 with an NPN of no agent here'; null without any. */
export function unmatchedInWords({ unmatched }: CommissionFindings): string | null {
  const { rows, policy, npn, agent } = unmatched
  if (rows === 0) return null
  const parts = [
    policy > 0 && `${showCount(policy)} without a matching policy`,
    npn > 0 && `${showCount(npn)} with an NPN of no agent here`,
    agent > 0 && `${showCount(agent)} without an agent`,
  ].filter((part) => part !== false)
  return `${showCount(rows)} unmatched ${rows === 1 ? 'row is' : 'rows are'} kept: ${parts.join(', ')}`
}
