import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconHistory, IconNotes } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { paths, withQuery } from '../platform/address/paths.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { MoneyCell, NotRated } from '../ui/basics/money-cell.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { StatusMark } from './status-mark.tsx'
import { UnpaidHistory } from './unpaid-history.tsx'
import css from './unpaid-of-policy.module.css'
import { leftDay, leftWords, monthOf, whyOf } from './unpaid-words.ts'
import { useStatusChoices } from './use-status-choices.ts'
import { type PolicyMonth, useUnpaidOfPolicy } from './use-unpaid-of-policy.ts'

const words = { unpaid: 'Unpaid', lost: 'Lost' } as const satisfies Record<UnpaidVariant, string>
const lists = { unpaid: paths.unpaidPolicies, lost: paths.lostPolicies } as const satisfies Record<
  UnpaidVariant,
  string
>

interface Opened {
  dialog: 'history' | 'notes'
  row: PolicyMonth
}
type Open = (dialog: Opened['dialog']) => void

/** Unpaid and lost months of a policy, including resolved ones, with notes and history (decision 058). */
export function UnpaidOfPolicy({ policyId }: { policyId: number }) {
  const { rows = [], failure } = useUnpaidOfPolicy(policyId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const phone = usePhone()
  if (rows.length === 0 && !failure) return null
  const openOf = (row: PolicyMonth) => (dialog: Opened['dialog']) => setOpened({ dialog, row })
  return (
    <section className={css.section} aria-labelledby="unpaid-of-policy">
      <h2 id="unpaid-of-policy">Unpaid and lost</h2>
      {failure ? (
        <NoticeLine tone="red">Couldn't load the unpaid and lost history: {failureMessage(failure)}</NoticeLine>
      ) : null}
      {phone ? (
        <ul className={css.months}>
          {rows.map((row) => (
            <MonthOnPhone key={`${row.variant} ${row.id}`} row={row} onOpen={openOf(row)} />
          ))}
        </ul>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Why</th>
              <th scope="col">Status</th>
              <th scope="col">Agent</th>
              <th scope="col">Resolved</th>
              <th scope="col" data-number>
                At stake
              </th>
              <th scope="col">
                <VisuallyHidden>Notes and history</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <MonthRow key={`${row.variant} ${row.id}`} row={row} onOpen={openOf(row)} />
            ))}
          </tbody>
        </table>
      )}
      <OpenedDialogs opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}

const titleOf = (row: PolicyMonth) => `${words[row.variant]} ${monthOf(row)}`
const resolvedOf = (row: PolicyMonth) => (row.leftWhy === null ? 'Open' : `${leftDay(row)}, ${leftWords(row)}`)

/** The month, as a link to its row in the list. */
function MonthLink({ row }: { row: PolicyMonth }) {
  const { policyNumber, month, year, leftWhy } = row
  const state = leftWhy === null ? null : 'resolved'
  return (
    <Link className="figures" to={withQuery(lists[row.variant], { policyNumber, month, year, state })}>
      {titleOf(row)}
    </Link>
  )
}

function MonthRow({ row, onOpen }: { row: PolicyMonth; onOpen: Open }) {
  return (
    <tr>
      <th scope="row">
        <MonthLink row={row} />
      </th>
      <td>{whyOf(row) ?? '-'}</td>
      <td>
        <StatusMark status={row.status} />
      </td>
      <td>{row.agent ?? 'Unassigned'}</td>
      <td>{resolvedOf(row)}</td>
      <td data-number>{row.notRated ? <NotRated /> : <MoneyCell amount={row.atStake} />}</td>
      <td>
        <Ways row={row} onOpen={onOpen} />
      </td>
    </tr>
  )
}

function MonthOnPhone({ row, onOpen }: { row: PolicyMonth; onOpen: Open }) {
  return (
    <li>
      <span className={css.what}>
        <MonthLink row={row} />
        <span>{[whyOf(row), row.agent ?? 'Unassigned'].filter(Boolean).join(', ')}</span>
      </span>
      {row.notRated ? <NotRated /> : <MoneyCell amount={row.atStake} />}
      <span className={css.what}>
        <StatusMark status={row.status} />
        <span>{resolvedOf(row)}</span>
      </span>
      <Ways row={row} onOpen={onOpen} />
    </li>
  )
}

function Ways({ row, onOpen }: { row: PolicyMonth; onOpen: Open }) {
  const size = usePhone() ? 44 : 28
  return (
    <span className={css.ways}>
      {(['notes', 'history'] as const).map((dialog) => {
        const [label, Icon] = dialog === 'notes' ? ['Notes', IconNotes] : ['History', IconHistory]
        return (
          <ActionIcon
            key={dialog}
            size={size}
            variant="subtle"
            color="gray"
            title={label}
            aria-label={`${label} of ${titleOf(row)}`}
            onClick={() => onOpen(dialog)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      })}
    </span>
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
