import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListButton } from '../lists/list-action.ts'
import type { List } from '../lists/use-list.ts'
import type { BulkOpen } from './bulk-dialogs.tsx'

/** The button of a list that shows its last changes of many records; on a phone an icon. */
export function recentBulkButton(onClick: () => void): ListButton {
  return { label: 'Bulk changes', short: '', icon: IconHistory, quiet: true, onClick }
}

/** Changes of the rows that are selected in a list: `ask` opens the question of an action, `dialogs` goes to BulkDialogs. */
export function useBulk<Row extends object>({ chosen, rowKey, select }: List<Row>) {
  const [open, setOpen] = useState<BulkOpen>(null)
  const close = () => setOpen(null)
  return {
    ask: (action: BulkAction) => setOpen({ action, ids: chosen.map((row) => Number(rowKey(row))) }),
    recentButton: recentBulkButton(() => setOpen('recent')),
    dialogs: {
      open,
      onClose: close,
      onDone: () => {
        close()
        select()
      },
    },
  }
}
