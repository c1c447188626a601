import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { showCount } from '../basics/cell-value.tsx'
import type { LazyPopover } from '../overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../overlay/popover-target.tsx'
import css from './export-menu.module.css'

const offers = {
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet },
  pdf: { label: 'PDF', Icon: IconFileTypePdf },
  csv: { label: 'CSV', Icon: IconFileTypeCsv },
} as const

interface ExportChoicesProps {
  popover: LazyPopover
  total: number | undefined
  formats: readonly ExportFormat[]
  onChoose(format: ExportFormat): void
}

/** Menu of ExportMenu. */
export function ExportChoices({ popover, total, formats, onChoose }: ExportChoicesProps) {
  const opened = useOpened(popover)
  return (
    <Menu opened={opened} onChange={popover.onChange} position="bottom-end" width={208} withinPortal={false}>
      <Menu.Target>
        <PopoverTarget state={popover} />
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
              onClick={() => onChoose(format)}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
