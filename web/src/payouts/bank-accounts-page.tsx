import {
  accountStatuses,
  type BankAccount,
  BankAccountFilters,
  type bankAccountSorts,
  bankAccounts,
} from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconCheck, IconPlayerStop, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { searchPayees } from './bank-account-modal.tsx'
import { accountDays, accountStatusWords, accountTones, accountWords } from './bank-account-words.ts'

const BankAccountModal = lazy(async () => ({ default: (await import('./bank-account-modal.tsx')).BankAccountModal }))

const columns: readonly ListColumn<BankAccount, (typeof bankAccountSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 170, sort: 'agent', pinned: true },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => accountStatusWords[row.status],
    kind: 'status',
    tone: (row) => accountTones[row.status],
    width: 106,
  },
  { id: 'account', header: 'Account', cell: accountWords, width: 190 },
  { id: 'routing', header: 'Routing number', cell: (row) => row.routingNumber, width: 126 },
  { id: 'name', header: 'Name on the account', cell: (row) => row.holderName, width: 170, grow: 1 },
  {
    id: 'holder',
    header: 'Belongs to',
    cell: (row) => (row.holder === 'consumer' ? 'A person' : 'A business'),
    width: 100,
  },
  { id: 'from', header: 'From', cell: (row) => row.startDate, kind: 'date', width: 100 },
  { id: 'to', header: 'To', cell: (row) => row.endDate, kind: 'date', width: 100 },
  { id: 'enteredBy', header: 'Entered by', cell: (row) => row.enteredBy, width: 140, quiet: true },
  { id: 'decidedBy', header: 'Decided by', cell: (row) => row.decidedBy, width: 140, quiet: true },
  {
    id: 'sameAs',
    header: 'Also the account of',
    cell: (row) => row.sameAs,
    width: 150,
    quiet: true,
  },
]
const phone: PhoneRow<BankAccount> = {
  title: (row) => row.agentName,
  subtitle: (row) => `${accountWords(row)}, ${accountDays(row)}`,
  badge: (row) => <StatusPill tone={accountTones[row.status]}>{accountStatusWords[row.status]}</StatusPill>,
}
const nameOf = (row: BankAccount) => `the account of ${row.agentName}, ${accountWords(row)}`

const filters: readonly Filter[] = [
  { name: 'agentId', label: 'Agent', kind: 'select', search: searchPayees },
  {
    name: 'status',
    label: 'Status',
    kind: 'select',
    choices: accountStatuses.map((value) => ({ value, label: accountStatusWords[value] })),
  },
]

/** Why the user may not decide on an account; undefined when they may. */
function whyNotDecide(row: BankAccount | undefined, me: { id: number; agentId: number | null } | undefined) {
  if (!row) return 'Select an account first'
  if (row.status !== 'waiting') return 'Only accounts that wait are decided on'
  if (row.enteredById === me?.id) return 'You entered this account. Another person has to approve it'
  return row.agentId === me?.agentId ? 'This is your own account. Another person has to approve it' : undefined
}

/** /portal/commissions/bank-accounts: the accounts that agents are paid to, and the approval of new ones. */
export function BankAccountsPage() {
  const list = useList(bankAccounts.list, {
    screen: 'bank-accounts',
    address: BankAccountFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const me = useCurrentUser()
  const [open, setOpen] = useState<'new' | 'approve' | 'refuse' | 'end'>()
  const [used, setUsed] = useState(false)
  const refreshes = [bankAccounts.list, bankAccounts.own]
  const decide = useSend(bankAccounts.decide, { refreshes })
  const end = useSend(bankAccounts.end, { refreshes })
  const [chosen] = list.chosen
  const undecided = whyNotDecide(chosen, me)
  const isOver = chosen?.status === 'refused' || chosen?.status === 'withdrawn'
  const hide = () => setOpen(undefined)
  const enter = () => {
    setUsed(true)
    setOpen('new')
  }
  return (
    <ListScreen
      list={list}
      title="Bank Accounts"
      label="Accounts"
      columns={columns}
      rowName={nameOf}
      phone={phone}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[
        {
          label: 'New Bank Account',
          short: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New bank account',
          onClick: enter,
        },
      ]}
      actions={[
        {
          label: 'Stop using',
          icon: IconPlayerStop,
          refused: isOver ? 'This account is not used' : chosen ? undefined : 'Select an account first',
          onClick: () => chosen && setOpen('end'),
        },
        { label: 'Refuse', icon: IconX, refused: undecided, onClick: () => chosen && setOpen('refuse') },
        {
          label: 'Approve',
          icon: IconCheck,
          primary: true,
          refused: undecided,
          onClick: () => chosen && setOpen('approve'),
        },
      ]}
      selects="one"
      noMatches="No accounts match these filters."
      noData={{
        why: 'No bank accounts yet. Agents enter theirs under My Account, or you enter them here.',
        action: { label: 'New Bank Account', onClick: enter },
      }}
    >
      {used ? (
        <Suspense>
          <BankAccountModal
            opened={open === 'new'}
            agentId={list.address.agentId}
            onCreated={list.showCreated}
            onClose={hide}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        opened={open === 'approve' || open === 'refuse'}
        title={open === 'refuse' ? 'Refuse account' : 'Approve account'}
        text={chosen ? decisionText(chosen, open === 'refuse') : ''}
        yes={open === 'refuse' ? 'Refuse account' : 'Approve account'}
        danger={open === 'refuse'}
        onNo={hide}
        onYes={async () => {
          if (!chosen) return
          const approve = open === 'approve'
          await decide.mutateAsync({ id: chosen.id, version: chosen.version, approve })
          toasts.success(approve ? 'Account approved' : 'Account refused')
          hide()
        }}
      />
      <ConfirmDialog
        opened={open === 'end'}
        title="Stop using account"
        text={chosen ? `Stop using ${nameOf(chosen)}? Payments need another approved account.` : ''}
        yes="Stop using"
        danger
        onNo={hide}
        onYes={async () => {
          if (!chosen) return
          await end.mutateAsync({ id: chosen.id, version: chosen.version })
          toasts.success('Account is not used anymore')
          hide()
        }}
      />
    </ListScreen>
  )
}

function decisionText(row: BankAccount, refuses: boolean): string {
  if (refuses) return `Refuse ${nameOf(row)}? It is never used. ${row.agentName} is notified.`
  const shared = row.sameAs ? ` The same account is entered for ${row.sameAs}.` : ''
  return `Pay ${row.agentName} to ${accountWords(row)} at routing number ${row.routingNumber}, ${accountDays(row)}? ${row.enteredBy} entered it. Ask the agent by phone first.${shared}`
}
