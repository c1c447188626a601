import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { Button } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { lazy, memo, Suspense, useState } from 'react'
import { usePhone } from '../basics/use-phone.ts'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import css from './export-menu.module.css'

const load = () => import('./export-choices.tsx')
const ExportChoices = lazy(async () => ({ default: (await load()).ExportChoices }))

interface ExportMenuProps {
  /** Number of rows that match the filters; absent while unknown. */
  total: number | undefined
  /** In menu order, such as `['xlsx', 'pdf']`. */
  formats: readonly ExportFormat[]
  /** Fetches and saves the file; the button shows progress until it resolves. The caller reports errors. */
  onExport(format: ExportFormat, progress: (bytes: number) => void): Promise<unknown>
}

/** 'Export': how many filtered records, and in which format. */
export const ExportMenu = memo(function ExportMenu({ total, formats, onExport }: ExportMenuProps) {
  const [bytes, setBytes] = useState<number>()
  const phone = usePhone()
  const { props, popover, used } = useLazyPopover('menu', load)
  const busy = bytes !== undefined
  const run = async (format: ExportFormat) => {
    setBytes(0)
    try {
      await onExport(format, setBytes)
    } catch {
      // The caller reports the error.
    } finally {
      setBytes(undefined)
    }
  }
  const size = bytes ? ` ${(bytes / 1_000_000).toFixed(1)} MB` : ''
  return (
    <>
      <Button
        {...props}
        size={phone ? 'xl' : 'sm'}
        aria-label={phone ? 'Export' : undefined}
        aria-busy={busy}
        disabled={busy}
        className={css.button}
        leftSection={phone ? undefined : <IconDownload size={16} stroke={1.75} aria-hidden />}
        rightSection={phone || busy ? undefined : <IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        {phone ? <IconDownload size={18} stroke={1.75} aria-hidden /> : busy ? `Exporting${size}` : 'Export'}
      </Button>
      {used ? (
        <Suspense>
          <ExportChoices popover={popover} total={total} formats={formats} onChoose={run} />
        </Suspense>
      ) : null}
    </>
  )
})
