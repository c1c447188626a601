import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { List } from '../lists/use-list.ts'
import type { BulkOpen } from './bulk-dialogs.tsx'

/** Bulk changes of the selected rows, or of all that match: `ask` opens an action, `dialogs` are the props of BulkDialogs. */
export function useBulk<Row extends object>({ chosen, rowKey, select, everything, count }: List<Row>) {
  const [open, setOpen] = useState<BulkOpen>(null)
  const close = () => setOpen(null)
  const selection = everything
    ? { filter: everything, total: count }
    : { ids: chosen.map((row) => Number(rowKey(row))) }
  return {
    ask: (action: BulkAction) => setOpen({ action, ...selection }),
    /** Opens the recent bulk changes; icon only on a phone. */
    recentButton: {
      label: 'Bulk changes',
      short: '',
      icon: IconHistory,
      quiet: true,
      onClick: () => setOpen('recent'),
    },
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
