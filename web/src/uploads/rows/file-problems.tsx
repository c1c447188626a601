import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { CommissionFindings } from '@coverdesk/domain/uploads/commission-findings.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from '../load-policies.module.css'

/**
 * What does not add up in a commission file: total rows, repeated lines, chargebacks without a minus, numbers without their
 * zeros, and lines without a policy number or an insured.
 */
export function FileProblems({ findings }: { findings: CommissionFindings }) {
  const { months, totalDifferences = [], repeats = [], repeatCount = 0 } = findings
  const { unsignedChargebacks, numberless, ofAgents, lostZeros } = findings
  const lists = [totalDifferences, repeats]
  const isQuiet = lists.every(({ length }) => length === 0)
  if (isQuiet && !unsignedChargebacks && !numberless && !ofAgents && !lostZeros) return null
  return (
    <div className={css.problems}>
      {totalDifferences.map(({ line, label, stated, sum }) => (
        <NoticeLine key={line} tone="red">
          Line {showCount(line)}, “{label}”, states {showMoney(stated)}, but its lines add up to {showMoney(sum)}.
        </NoticeLine>
      ))}
      {unsignedChargebacks ? <UnsignedChargebacks {...unsignedChargebacks} /> : null}
      {lostZeros ? (
        <NoticeLine tone="red">
          {lostZeros.count === 1 ? '1 line has the number' : `${showCount(lostZeros.count)} lines have numbers`} of a
          policy without the zeros in front, such as {lostZeros.number} for {lostZeros.example}: a spreadsheet took
          them. Get the file again, and format the column of numbers as text; otherwise{' '}
          {lostZeros.count === 1 ? 'it waits' : 'they wait'} in Exceptions until you choose the policy of each number
          once.
        </NoticeLine>
      ) : null}
      {numberless ? (
        <NoticeLine tone="amber">
          {showCount(numberless.count)} {numberless.count === 1 ? 'line' : 'lines'}, {showMoney(numberless.amount)},
          without a policy number. Under Exceptions, choose the policy for each name once; later statements follow.
        </NoticeLine>
      ) : null}
      {ofAgents ? <LinesOfAgents lines={ofAgents} isPaid={months.some(({ before }) => before !== '0.00')} /> : null}
      {repeats.slice(0, 3).map(({ lines, policyNumber, amount }) => (
        <NoticeLine key={lines.join(' ')} tone="amber">
          Lines {lines.map(showCount).join(', ')} repeat each other: {policyNumber}, {showMoney(amount)}. Each counts.
        </NoticeLine>
      ))}
      {repeatCount > 3 ? (
        <NoticeLine tone="amber">{showCount(repeatCount - 3)} more payments are repeated in this file.</NoticeLine>
      ) : null}
    </div>
  )
}

/** `isPaid`: their months already have payments. */
function LinesOfAgents({
  lines: { count, amount },
  isPaid,
}: {
  lines: NonNullable<CommissionFindings['ofAgents']>
  isPaid: boolean
}) {
  return (
    <NoticeLine tone="amber">
      {showCount(count)} {count === 1 ? 'line' : 'lines'}, {showMoney(amount)}, with neither a policy number nor an
      insured. {count === 1 ? 'It counts for its agent' : 'Each counts for its agent'} and matches no policy. If a
      column holds the policy number or the insured’s name, choose it under Headings, and the lines find their policies.
      {isPaid
        ? ' A loaded payment of the same month, agent and amount is taken to be the same payment, and counts once.'
        : ''}
    </NoticeLine>
  )
}

function UnsignedChargebacks({ count, amount, lines }: NonNullable<CommissionFindings['unsignedChargebacks']>) {
  const named = `${count === 1 ? 'Line' : 'Lines'} ${lines.map(showCount).join(', ')}${count > lines.length ? ` and ${showCount(count - lines.length)} more` : ''}`
  return (
    <NoticeLine tone="red">
      {named} {count === 1 ? 'says' : 'say'} chargeback without a minus, and other amounts have one.{' '}
      {count === 1 ? 'It counts' : 'They count'} as {showMoney(amount)} paid to you. If it is money taken back, put a
      minus before {count === 1 ? 'the amount' : 'the amounts'} in the file and load it again.
    </NoticeLine>
  )
}
