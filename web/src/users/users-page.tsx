import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { IconPlus, IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useAddressDialog } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { refusedWith, userActions } from './user-actions.tsx'
import { fixedWith, UserAddress, type UserDialog } from './user-address.ts'
import { useInstallation } from './user-choices.ts'
import { nameOf, userColumns, userPhoneRow, userPreference } from './user-columns.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { userFilters } from './user-filters.ts'

/** User administration (USER-01 to USER-21). */
export function UsersPage() {
  const navigate = useNavigate()
  const { oneOrg, org } = useInstallation()
  const list = useList(users.list, {
    screen: 'users',
    initial: userPreference,
    address: UserAddress,
    fixed: fixedWith(oneOrg),
    sorting: { sort: 'userName', order: 'asc' },
    newest: 'createdDate',
    rowKey: (row) => String(row.id),
  })
  const { address, chosen } = list
  const dialogs = useAddressDialog<UserDialog>('user', list)
  const create = () => dialogs.open('new')
  const run = (dialog: UserDialog) => {
    const [first, second] = chosen
    if (!first) return toasts.error('No user selected.')
    if (second) return toasts.warning(`${refusedWith(chosen.length)}.`)
    dialogs.open(dialog, first.id)
  }
  return (
    <ListScreen
      list={list}
      title="Users"
      note={org ? `ORG ${org}` : undefined}
      columns={userColumns}
      rowName={nameOf}
      phone={userPhoneRow}
      sizes={operationsPageSizes}
      filters={userFilters(oneOrg)}
      buttons={[
        { label: 'Approvals', icon: IconUserCheck, onClick: () => void navigate({ to: paths.approvals }) },
        {
          label: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'Register a new user',
          onClick: create,
        },
      ]}
      actions={userActions(chosen.length, run)}
      selects="many"
      onOpen={(row) => dialogs.open('edit', row.id)}
      noMatches="No users match these filters."
      noData={{ why: 'No users yet.', action: { label: 'New', onClick: create } }}
    >
      <UserDialogs
        address={address}
        onShow={dialogs.show}
        onClose={dialogs.close}
        onRegistered={(id) => {
          dialogs.end({})
          list.showCreated(id)
        }}
      />
    </ListScreen>
  )
}
