import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListButton } from '../lists/list-action.ts'
import type { List } from '../lists/use-list.ts'
import type { BulkOpen } from './bulk-dialogs.tsx'

/** Button that opens the recent bulk changes; icon only on a phone. */
export function recentBulkButton(onClick: () => void): ListButton {
  return { label: 'Bulk changes', short: '', icon: IconHistory, quiet: true, onClick }
}

/** Bulk changes of the selected rows: `ask` opens an action, `dialogs` are the props of BulkDialogs. */
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
