import { contactMerges, type DuplicatePair, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useAddressRecord } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** URL state: the page of the list and the compared pair, ?pair=12-34. */
const PairAddress = contactMerges.pairs.input.extend({
  pair: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .optional(),
})

type Side = DuplicatePair['one']

const nameOf = (pair: DuplicatePair) => `${pair.one.name} and ${pair.other.name}`
const reachedBy = ({ email, phone }: Side) => [email, showPhone(phone)].filter(Boolean).join(', ')

const columns: readonly ListColumn<DuplicatePair, 'score'>[] = [
  { id: 'one', header: 'Contact', cell: ({ one }) => one.name || 'No name', width: 170, pinned: true },
  { id: 'other', header: 'May be the same as', cell: ({ other }) => other.name || 'No name', width: 170 },
  { id: 'score', header: 'Likely', cell: ({ score }) => `${score} %`, width: 58, align: 'right' },
  { id: 'reason', header: 'Why', cell: ({ reason }) => reason, width: 240, grow: 1 },
  { id: 'oneDob', header: 'Born', cell: ({ one }) => one.dob, kind: 'date', width: 92 },
  { id: 'otherDob', header: 'Other born', cell: ({ other }) => other.dob, kind: 'date', width: 92 },
  { id: 'oneReached', header: 'Email and phone', cell: ({ one }) => reachedBy(one), width: 160, quiet: true },
  {
    id: 'otherReached',
    header: 'Other email and phone',
    cell: ({ other }) => reachedBy(other),
    width: 160,
    quiet: true,
  },
]

const phoneRow: PhoneRow<DuplicatePair> = {
  title: ({ one, other }) => (one.name === other.name ? one.name : `${one.name}, ${other.name}`),
  subtitle: ({ reason }) => reason,
  figure: ({ score }) => `${score} %`,
}

/** Possible duplicates, most likely first; a row opens the comparison. */
export function DuplicatesPage() {
  const list = useList(contactMerges.pairs, {
    screen: 'duplicates',
    address: PairAddress,
    sorting: { sort: 'score', order: 'desc' },
    rowKey: (row) => row.id,
  })
  const { page } = list
  const comparison = useAddressRecord('pair', list)
  const mayMerge = useHasAccess(mayMergeContacts)
  const navigate = useNavigate()
  const [id, otherId] = (list.address.pair ?? '').split('-').map(Number)
  return (
    <ListScreen
      list={list}
      title="Possible duplicates"
      note={page && page.waiting > 0 ? `${page.waiting.toLocaleString('en-US')} still to compare` : undefined}
      columns={columns}
      rowName={nameOf}
      phone={phoneRow}
      sizes={operationsPageSizes}
      plain
      buttons={[{ label: 'Contacts', icon: IconArrowLeft, onClick: () => void navigate({ to: paths.contacts }) }]}
      onOpen={mayMerge ? (row) => comparison.open(row.id) : undefined}
      noData={{ why: 'No possible duplicates.' }}
    >
      <MergeDialog pair={id && otherId ? [id, otherId] : undefined} onClose={comparison.close} />
    </ListScreen>
  )
}
