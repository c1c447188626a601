import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  type RoleTemplate,
  RoleTemplateFilters,
  roleTemplates,
} from '@coverdesk/domain/users/role-template-contract.ts'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { RolePills } from '../role-pills.tsx'

const RoleTemplateDialog = lazy(() =>
  import('./role-template-dialog.tsx').then((module) => ({ default: module.RoleTemplateDialog })),
)

const columns: readonly ListColumn<RoleTemplate, 'name'>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, width: 200, sort: 'name', pinned: true },
  { id: 'roles', header: 'Roles', cell: (row) => <RolePills roles={row.roles.join(',')} />, width: 246 },
  { id: 'access', header: 'Full agent access', cell: fullAccess, width: 140 },
  { id: 'claims', header: 'Claims', cell: (row) => row.claims.join(', '), width: 400, quiet: true, grow: 1 },
]

const phoneRow: PhoneRow<RoleTemplate> = {
  title: (row) => row.name,
  subtitle: (row) => `${row.roles.join(', ') || 'No role'}, ${claimCount(row)}`,
}

function fullAccess({ hasFullAgentAccess }: RoleTemplate): string {
  return hasFullAgentAccess ? 'Yes' : 'No'
}

function claimCount({ claims }: RoleTemplate): string {
  return claims.length === 1 ? '1 claim' : `${claims.length} claims`
}

/** /portal/security/templates: named sets of rights from which new users start. */
export function RoleTemplatesPage() {
  const list = useList(roleTemplates.list, {
    screen: 'role-templates',
    address: RoleTemplateFilters,
    sorting: { sort: 'name', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const [dialog, setDialog] = useState<'form' | 'delete'>()
  const [edited, setEdited] = useState<RoleTemplate>()
  const remove = useSend(roleTemplates.remove, { refreshes: [roleTemplates.list] })
  const [first] = list.chosen
  const refused = first ? undefined : 'Select a template first'
  const close = () => setDialog(undefined)
  const open = (row: RoleTemplate | undefined) => {
    setEdited(row)
    setDialog('form')
  }
  return (
    <ListScreen
      list={list}
      title="Role Templates"
      columns={columns}
      rowName={(row) => row.name}
      phone={phoneRow}
      sizes={portalPageSizes}
      filters={[{ name: 'name', label: 'Name', kind: 'text', width: 200 }]}
      buttons={[
        {
          label: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New role template',
          onClick: () => open(undefined),
        },
      ]}
      actions={[
        { label: 'Edit', icon: IconEdit, inHeader: true, keys: 'e', refused, onClick: () => first && open(first) },
        { label: 'Delete', icon: IconTrash, danger: true, refused, onClick: () => first && setDialog('delete') },
      ]}
      selects="one"
      onOpen={open}
      noMatches="No role templates match these filters."
      noData={{
        why: 'No role templates yet. A template fills in the rights of a new user.',
        action: { label: 'New', onClick: () => open(undefined) },
      }}
    >
      <Suspense>
        <RoleTemplateDialog opened={dialog === 'form'} template={edited} onClose={close} />
      </Suspense>
      <ConfirmDialog
        opened={dialog === 'delete' && first !== undefined}
        title="Delete role template?"
        text={`${first?.name ?? ''} is no longer offered for new users. Users keep the rights that they have.`}
        yes="Delete template"
        no="Keep it"
        danger
        onNo={close}
        onYes={async () => {
          if (!first) return
          await remove.mutateAsync({ id: first.id, version: first.version })
          toasts.success('Role template deleted')
          list.select()
          close()
        }}
      />
    </ListScreen>
  )
}
