import {
  type ExceptionCandidate,
  type ExceptionDetail,
  type ExceptionRow,
  exceptions,
} from '@coverdesk/domain/exceptions/exception-contract.ts'
import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus, IconTilde, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadingPanel } from '../lists/reading/reading-panel.tsx'
import { ReadingTable } from '../lists/reading/reading-table.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { useDebouncedText } from '../ui/basics/use-debounced-text.ts'
import { useShortcuts } from '../ui/overlay/shortcuts.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { standingOf } from './exception-columns.tsx'
import css from './exceptions.module.css'

/** Candidates that are shown beside the line; a search finds others. */
const maxShown = 3

export interface PanelActions {
  /** A person may decide. */
  works: boolean
  busy: boolean
  match(candidate: ExceptionCandidate): void
  ignore(): void
  undo(): void
}

/** One line beside the policies that it may belong to, with the decision about it. */
export function ExceptionPanel({ row, actions }: { row: ExceptionRow; actions: PanelActions }) {
  const [search, setSearch] = useState('')
  const box = useDebouncedText(search, setSearch)
  const { data, error, refetch } = useQuery({
    ...apiQuery(exceptions.one, { id: row.id, ...(search ? { search } : {}) }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  // The line before stays in `data` until this one is loaded; its candidates are not this line's.
  const detail = data?.exception.id === row.id ? data : undefined
  const isOpen = row.resolvedTo === null && row.ignored === null
  const candidates = isOpen ? (detail?.candidates.slice(0, maxShown) ?? []) : []
  const decides = isOpen && actions.works
  useShortcuts([
    ...candidates.map((candidate, at) => ({
      keys: String(at + 1),
      description: `Match to candidate ${at + 1}`,
      run: () => decides && !actions.busy && actions.match(candidate),
    })),
    { keys: 'i', description: 'Not ours', run: () => decides && actions.ignore() },
  ])
  return (
    <ReadingPanel
      name={row.insuredName ?? row.policyNumber}
      facts={<StatusPill tone={standingOf(row).tone}>{standingOf(row).label}</StatusPill>}
    >
      <p className={css.quiet}>
        {row.carrier}, {showMonth(row.month)} statement, {showAmount(row.amount)}
        {row.fileName === null ? '' : `, ${row.fileName}, line ${row.line ?? '-'}`}
      </p>
      {error ? (
        <FailedState title="Couldn't load the candidates." why={failureMessage(error)} retry={() => void refetch()} />
      ) : !detail ? (
        <SkeletonBar width="100%" height={200} />
      ) : isOpen ? (
        <Decision detail={detail} candidates={candidates} actions={actions} typed={box.typed} onType={box.type} />
      ) : (
        <Decided row={row} actions={actions} />
      )}
      {detail ? <History detail={detail} /> : null}
    </ReadingPanel>
  )
}

interface DecisionProps {
  detail: ExceptionDetail
  candidates: readonly ExceptionCandidate[]
  actions: PanelActions
  typed: string
  onType(typed: string): void
}

function Decision({ detail, candidates, actions, typed, onType }: DecisionProps) {
  const { exception, others } = detail
  return (
    <>
      <p>{detail.explanation}</p>
      {candidates.length > 0 ? (
        <Comparison line={exception} candidates={candidates} />
      ) : (
        <p className={css.quiet}>
          {typed.trim() ? 'No policy of this carrier matches the search.' : 'No policy of this carrier is similar.'}
        </p>
      )}
      {actions.works ? (
        <>
          <div className={css.answers}>
            {candidates.map((candidate, at) => (
              <Button
                key={candidate.policyId}
                variant={at === 0 && isSure(candidate) ? 'filled' : 'default'}
                disabled={actions.busy}
                onClick={() => actions.match(candidate)}
              >
                Match to {candidate.name} <kbd aria-hidden>{at + 1}</kbd>
              </Button>
            ))}
            <Button variant="default" disabled={actions.busy} onClick={actions.ignore}>
              Not ours <kbd aria-hidden>I</kbd>
            </Button>
          </div>
          <TextInput
            label="Other policy"
            description="Number or name of a policy of this carrier"
            value={typed}
            maxLength={100}
            onChange={(event) => onType(event.currentTarget.value)}
          />
          <p className={css.quiet}>
            The decision is remembered for {exception.policyNumber}
            {exception.insuredName === null ? ' without a name' : ` written as “${exception.insuredName}”`}
            {others.lines > 0
              ? ` and settles ${others.lines === 1 ? '1 other line' : `${others.lines} other lines`} of ${showAmount(others.amount)} at once`
              : ''}
            .
          </p>
        </>
      ) : (
        <p className={css.quiet}>You need the permission admin.Statement to decide.</p>
      )}
    </>
  )
}

/** The rules would match it, and nothing differs. */
const isSure = ({ confidence, facts }: Pick<ExceptionCandidate, 'confidence' | 'facts'>) =>
  confidence >= 85 && facts.every(({ label, agreement }) => label === 'Policy number' || agreement !== 'different')

const marks = {
  same: { icon: IconCheck, label: 'Agrees' },
  similar: { icon: IconTilde, label: 'Similar' },
  different: { icon: IconX, label: 'Differs' },
  unknown: { icon: IconMinus, label: 'Not said' },
} as const

function Comparison({ line, candidates }: { line: ExceptionRow; candidates: readonly ExceptionCandidate[] }) {
  const [first] = candidates
  return (
    <ReadingTable label="Line and candidates">
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Fact</VisuallyHidden>
          </th>
          <th scope="col">The line says</th>
          {candidates.map(({ policyId, name, confidence, why, facts }, at) => (
            <th key={policyId} scope="col">
              <kbd aria-hidden>{at + 1}</kbd> {name}
              <span className={css.score} data-sure={isSure({ confidence, facts })}>
                {confidence > 0 ? `${confidence}, ${why}` : 'found by your search'}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first?.facts.map(({ label, line: said }, at) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{label === 'Policy number' ? line.policyNumber : (said ?? <i>not in the file</i>)}</td>
            {candidates.map(({ policyId, facts }) => (
              <td key={policyId}>
                <Fact {...(facts[at] ?? { policy: null, agreement: 'unknown' })} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">Amount</th>
          <td className="figures">{showAmount(line.amount)}</td>
          {candidates.map(({ policyId, expected, received }) => (
            <td key={policyId} className="figures">
              {expected === null ? '-' : `${showAmount(expected)} due, ${showAmount(received ?? '0.00')} paid`}
            </td>
          ))}
        </tr>
      </tbody>
    </ReadingTable>
  )
}

function Fact({ policy, agreement }: Pick<ExceptionCandidate['facts'][number], 'policy' | 'agreement'>) {
  const { icon: Icon, label } = marks[agreement]
  return (
    <span className={css.fact} data-agreement={agreement}>
      <Icon size={14} stroke={1.75} aria-label={label} />
      {policy ?? '-'}
    </span>
  )
}

function Decided({ row, actions }: { row: ExceptionRow; actions: PanelActions }) {
  return (
    <>
      <p>
        {row.resolvedTo === null ? `Not ours: ${row.ignored}.` : `Matched to the policy ${row.resolvedTo}.`} Later lines
        with this number and name are treated the same.
      </p>
      {actions.works ? (
        <div className={css.answers}>
          <Button variant="default" disabled={actions.busy} onClick={actions.undo}>
            Undo the decision
          </Button>
        </div>
      ) : null}
    </>
  )
}

function History({ detail: { history } }: { detail: ExceptionDetail }) {
  if (history.length === 0) return null
  return (
    <section aria-label="History">
      <h3>History</h3>
      <ul className={css.history}>
        {history.map(({ at, by, what }) => (
          <li key={`${at} ${what}`}>
            {what} <span className={css.quiet}>{`${by}, ${showInstant(at)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
