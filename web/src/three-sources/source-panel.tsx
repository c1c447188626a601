import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { classesToReview, sourceClassWords } from '@coverdesk/domain/three-sources/source-class.ts'
import { type SourceDetail, type SourceRow, threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReadingPanel } from '../lists/reading/reading-panel.tsx'
import { ReadingTable } from '../lists/reading/reading-table.tsx'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { CallLink } from '../telephony/call-link.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { type ReviewActions, ReviewPart } from './review-part.tsx'
import { classTones } from './source-columns.tsx'
import css from './three-sources.module.css'

/** What each source says of one policy in the month, and its review. `actions` undefined: the user may not review. */
export function SourcePanel({ row, actions }: { row: SourceRow; actions: ReviewActions | undefined }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(threeSources.one, { id: row.id }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReadingPanel
      name={row.insuredName}
      facts={
        <>
          <span className={css.quiet}>{showMonth(row.month)}</span>
          <StatusPill tone={classTones[row.class]}>{sourceClassWords[row.class]}</StatusPill>
        </>
      }
    >
      {error ? (
        <FailedState title="Couldn't load the sources." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data?.unit.id === row.id ? (
        <>
          <Sources detail={data} />
          {actions && (classesToReview.includes(row.class) || row.reviewedAt !== null) ? (
            <ReviewPart row={row} actions={actions} />
          ) : null}
        </>
      ) : (
        <SkeletonBar width="100%" height={240} />
      )}
    </ReadingPanel>
  )
}

function Sources({ detail }: { detail: SourceDetail }) {
  const { unit, explanation, facts, stakeReason, timeline, lines, phone, hasVariance } = detail
  return (
    <>
      <p>{explanation}</p>
      <ReadingTable label="What the sources say">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Fact</VisuallyHidden>
            </th>
            <th scope="col">Exchange</th>
            <th scope="col">Book</th>
            <th scope="col">Statement</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ label, exchange, book, statement, differs }) => (
            <tr key={label} data-differs={differs}>
              <th scope="row">
                {label}
                {differs ? <VisuallyHidden> (differs)</VisuallyHidden> : null}
              </th>
              <td className={css.source}>{exchange ?? '-'}</td>
              <td className={css.source}>{book ?? '-'}</td>
              <td className={css.source}>{statement ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </ReadingTable>
      {stakeReason === null ? null : (
        <section aria-label="Value at stake" className={css.stake}>
          <h3>Value at stake</h3>
          <strong className="figures">{showAmount(unit.stake)}</strong>
          <p className={css.quiet}>{stakeReason}</p>
        </section>
      )}
      {timeline.length > 0 ? <Timeline timeline={timeline} /> : null}
      {lines.length > 0 ? (
        <section aria-label="Lines">
          <h3>Lines of the statement</h3>
          <ul className={css.lines}>
            {lines.map(({ id, fileName, line, amount }) => (
              <li key={id}>
                <span>{fileName === null ? 'Entered by hand' : `${fileName}, line ${line ?? '-'}`}</span>
                <span className="figures">{showAmount(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <nav className={css.links} aria-label="Records">
        {unit.policyId === null ? null : <Link to={paths.policy(unit.policyId)}>Policy {unit.policyNumber}</Link>}
        {unit.appId === null ? null : <Link to={paths.ownApplication(unit.appId)}>Application {unit.appId}</Link>}
        {hasVariance && unit.policyId !== null ? (
          <Link to={paths.variances} search={{ policyId: unit.policyId, month: showMonth(unit.month) }}>
            Variance of {showMonth(unit.month)}
          </Link>
        ) : null}
        {unit.class === 'statement only' ? (
          <Link to={paths.exceptions} search={{ policyNumber: unit.policyNumber ?? undefined }}>
            Exception
          </Link>
        ) : null}
        {phone === null ? null : <CallLink phone={phone}>Call {showPhone(phone)}</CallLink>}
      </nav>
    </>
  )
}

const sourceWords = { exchange: 'Exchange', book: 'Book', statement: 'Statement' } as const

function Timeline({ timeline }: Pick<SourceDetail, 'timeline'>) {
  return (
    <section aria-label="Agent of record">
      <h3>Agent of record</h3>
      <dl className={css.timeline}>
        {(['exchange', 'book', 'statement'] as const).map((source) => {
          const holders = timeline.filter((one) => one.source === source)
          if (holders.length === 0) return null
          return (
            <div key={source}>
              <dt>{sourceWords[source]}</dt>
              {holders.map(({ from, npn, agent }) => (
                <dd key={`${from} ${npn}`} data-other={agent === null}>
                  {agent ?? (npn ? `NPN ${npn}` : 'No agent')}
                  <span className={css.quiet}>{from === null ? ' from the start' : ` from ${showDate(from)}`}</span>
                </dd>
              ))}
            </div>
          )
        })}
      </dl>
    </section>
  )
}
