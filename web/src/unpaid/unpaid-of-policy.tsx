import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, unpaidVariants } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { StatusMark } from './status-mark.tsx'
import { UnpaidHistory } from './unpaid-history.tsx'
import css from './unpaid-of-policy.module.css'
import { leftDay, leftWords, monthOf, whyOf } from './unpaid-words.ts'
import { useStatusChoices } from './use-status-choices.ts'

const words = { unpaid: 'Unpaid', lost: 'Lost' } as const satisfies Record<UnpaidVariant, string>

interface Found extends UnpaidRow {
  variant: UnpaidVariant
}
interface Opened {
  dialog: 'history' | 'notes'
  row: Found
}

/** Unpaid and lost months of a policy, including resolved ones, with notes and history (decision 058). */
export function UnpaidOfPolicy({ policyId }: { policyId: number }) {
  const query = { policyId, pageSize: 100, sort: 'month', order: 'desc' } as const
  const unpaid = useQuery(apiQuery(callsOfVariant.unpaid.list, query))
  const lost = useQuery(apiQuery(callsOfVariant.lost.list, query))
  const [opened, setOpened] = useState<Opened | null>(null)
  const failure = unpaid.failureReason ?? lost.failureReason
  const answers = { unpaid: unpaid.data?.data ?? [], lost: lost.data?.data ?? [] }
  const rows = unpaidVariants
    .flatMap((variant) => answers[variant].map((row): Found => ({ ...row, variant })))
    .toSorted((a, b) => b.year - a.year || b.month - a.month)
  if (rows.length === 0 && !failure) return null
  return (
    <section className={css.section} aria-labelledby="unpaid-of-policy">
      <h2 id="unpaid-of-policy">Unpaid and lost</h2>
      {failure ? (
        <NoticeLine tone="red">Couldn't load the unpaid and lost history: {failureMessage(failure)}</NoticeLine>
      ) : null}
      <ul className={css.months}>
        {rows.map((row) => (
          <Month key={`${row.variant} ${row.id}`} row={row} onOpen={(dialog) => setOpened({ dialog, row })} />
        ))}
      </ul>
      <OpenedDialogs opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}

function Month({ row, onOpen }: { row: Found; onOpen(dialog: Opened['dialog']): void }) {
  const month = monthOf(row)
  const why = whyOf(row)
  const what = `${words[row.variant]} ${month}`
  return (
    <li>
      <span className={css.what}>
        <strong className="figures">{what}</strong>
        <span>{[why, row.agent ?? 'Not assigned'].filter(Boolean).join(', ')}</span>
      </span>
      <StatusMark status={row.status} />
      <span className={css.left}>{row.leftWhy === null ? 'In the list' : `${leftWords(row)}, ${leftDay(row)}`}</span>
      <MoneyCell amount={row.atStake} />
      <span className={css.ways}>
        <Button size="xs" variant="subtle" aria-label={`Notes of ${what}`} onClick={() => onOpen('notes')}>
          Notes
        </Button>
        <Button size="xs" variant="subtle" aria-label={`History of ${what}`} onClick={() => onOpen('history')}>
          History
        </Button>
      </span>
    </li>
  )
}

/** Keeps the last content while the dialogs fade out. */
function OpenedDialogs({ opened, onClose }: { opened: Opened | null; onClose(): void }) {
  const [last, setLast] = useState(opened)
  if (opened && opened !== last) setLast(opened)
  const { variant = 'unpaid' } = last?.row ?? {}
  const statuses = useStatusChoices(variant)
  const name = last ? `${last.row.insuredName}, ${words[variant].toLowerCase()} ${monthOf(last.row)}` : ''
  const noted = opened?.dialog === 'notes' ? opened.row : null
  return (
    <>
      <NotesDialog
        of={noted && { entityMetadataId: notedKinds[noted.variant].id, entityId: noted.id, name }}
        onClose={onClose}
      />
      <UnpaidHistory
        variant={variant}
        row={last?.row}
        opened={opened?.dialog === 'history'}
        name={name}
        statuses={statuses}
        onClose={onClose}
      />
    </>
  )
}
