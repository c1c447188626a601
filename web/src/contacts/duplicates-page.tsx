import { contactMerges, type DuplicatePair, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { useMayPass } from '../access/person.ts'
import { useAddress } from '../platform/address.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { paths } from '../platform/paths.ts'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { ListColumn, PhoneRow } from '../ui/list-column.ts'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** The page of the list, and the pair that is compared over it: ?pair=12-34. */
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
  { id: 'otherDob', header: 'The other', cell: ({ other }) => other.dob, kind: 'date', width: 92 },
  { id: 'oneReached', header: 'E-mail and phone', cell: ({ one }) => reachedBy(one), width: 160, quiet: true },
  { id: 'otherReached', header: 'The other', cell: ({ other }) => reachedBy(other), width: 160, quiet: true },
]

const phoneRow: PhoneRow<DuplicatePair> = {
  title: ({ one, other }) => (one.name === other.name ? one.name : `${one.name}, ${other.name}`),
  subtitle: ({ reason }) => reason,
  figure: ({ score }) => `${score} %`,
}

/** Pairs of contacts that may be one person, the likeliest first; a row opens the comparison. */
export function DuplicatesPage() {
  const { query: address, change } = useAddress(PairAddress)
  const query = useMemo(() => ({ pageNumber: address.pageNumber, pageSize: address.pageSize }), [address])
  const { page, busy, error, retry } = useListPage(contactMerges.pairs, query)
  const remember = useScreenPreference('duplicates', {})
  const mayMerge = useMayPass(mayMergeContacts)
  const navigate = useNavigate()
  const phone = usePhone()
  useShortcuts(tableKeys)
  const [id, otherId] = (address.pair ?? '').split('-').map(Number)
  const stay = address.pageNumber === 1 ? undefined : address.pageNumber
  return (
    <ListScreen>
      <PageHeader
        title="Possible duplicates"
        total={page?.totalRecords}
        note={page && page.waiting > 0 ? `${page.waiting.toLocaleString('en-US')} still to compare` : undefined}
        actions={
          <Button
            size={phone ? 'xl' : 'sm'}
            leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
            onClick={() => void navigate({ to: paths.contacts })}
          >
            Contacts
          </Button>
        }
      />
      <DataTable<DuplicatePair, 'score'>
        label="Possible duplicates"
        columns={columns}
        rows={page?.data}
        rowKey={(row) => row.id}
        rowName={nameOf}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Duplicates haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={{ why: 'No two contacts that you may see look like one person.' }}
        onOpen={mayMerge ? (row) => change({ pair: row.id, pageNumber: stay }) : undefined}
        remember={remember}
        phone={phoneRow}
        expected={query.pageSize}
      />
      {page ? (
        <Pager
          page={query.pageNumber}
          pageSize={query.pageSize}
          total={page.totalRecords}
          sizes={operationsPageSizes}
          onPage={(pageNumber) => change({ pageNumber })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      ) : null}
      <MergeDialog
        pair={id && otherId ? [id, otherId] : undefined}
        onClose={() => change({ pair: undefined, pageNumber: stay }, { replace: true })}
      />
    </ListScreen>
  )
}
