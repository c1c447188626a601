import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react'
import { useState } from 'react'
import { showCount } from './cell-value.tsx'
import './overlay-styles.ts'
import css from './export-menu.module.css'
import { usePhone } from './use-phone.ts'

const offers = {
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet },
  pdf: { label: 'PDF', Icon: IconFileTypePdf },
  csv: { label: 'CSV', Icon: IconFileTypeCsv },
} as const

interface ExportMenuProps {
  /** All rows that the filters let through; absent while unknown. */
  total: number | undefined
  /** In the order they are offered, such as `['xlsx', 'pdf']`. */
  formats: readonly ExportFormat[]
  /** Fetches and saves the file; the button shows progress until it is done. Tell a failure by a toast. */
  onExport(format: ExportFormat, progress: (bytes: number) => void): Promise<unknown>
}

/** 'Export': how many records, as filtered, and in which format. */
export function ExportMenu({ total, formats, onExport }: ExportMenuProps) {
  const [bytes, setBytes] = useState<number>()
  const phone = usePhone()
  const busy = bytes !== undefined
  const run = async (format: ExportFormat) => {
    setBytes(0)
    try {
      await onExport(format, setBytes)
    } catch {
      // told by the caller; the menu is ready again
    } finally {
      setBytes(undefined)
    }
  }
  const size = bytes ? ` ${(bytes / 1_000_000).toFixed(1)} MB` : ''
  return (
    <Menu position="bottom-end" width={208} withinPortal={false}>
      <Menu.Target>
        <Button
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {total === undefined ? 'All records' : `${showCount(total)} ${total === 1 ? 'record' : 'records'}`}, as
          filtered
        </Menu.Label>
        {formats.map((format) => {
          const { label, Icon } = offers[format]
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
              rightSection={<span className={css.format}>{format}</span>}
              onClick={() => run(format)}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
