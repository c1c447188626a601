import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { IconUpload } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import type { ListButton } from '../../lists/list-action.ts'
import { termWords } from './term-file-words.ts'

const LoadTerms = lazy(async () => ({ default: (await import('./load-terms.tsx')).LoadTerms }))

/** Button and dialog of a list whose rows come in by file; nothing for a list without. */
export function useTermFile(kind: TermFileKind | undefined): { buttons: ListButton[]; dialog: ReactNode } {
  const [opened, setOpened] = useState(false)
  const [used, setUsed] = useState(false)
  const mayLoad = useHasAccess(termFiles.load.allow)
  if (kind === undefined) return { buttons: [], dialog: null }
  return {
    buttons: [
      {
        label: termWords[kind].title,
        short: 'Load',
        icon: IconUpload,
        refused: mayLoad ? undefined : "You don't have permission to load these files",
        onClick: () => {
          setUsed(true)
          setOpened(true)
        },
      },
    ],
    dialog: used ? (
      <Suspense>
        <LoadTerms kind={kind} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ) : null,
  }
}
