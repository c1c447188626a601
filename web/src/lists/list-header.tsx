import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { IconChecks } from '@tabler/icons-react'
import { useCallback } from 'react'
import { ActionButton } from '../ui/basics/action-button.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FilterBar } from '../ui/filters/filter-bar.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ColumnChooser } from '../ui/table-tools/column-chooser.tsx'
import { DensitySwitch } from '../ui/table-tools/density-switch.tsx'
import { ExportMenu } from '../ui/table-tools/export-menu.tsx'
import { exportList } from './export-list.ts'
import type { ListButton } from './list-action.ts'
import type { ListScreenProps } from './list-screen-props.ts'
import type { List } from './use-list.ts'

type Props<Row extends object, Sort extends string> = Omit<ListScreenProps<Row, Sort>, 'children'>

/** Title and total, actions, filters. */
export function ListHeader<Row extends object, Sort extends string>(props: Props<Row, Sort>) {
  const {
    list,
    title,
    note,
    plain,
    formats = list.formats,
    filters,
    aside,
    onFilter = list.setValues,
    notExported,
  } = props
  const { columns, tools, actions = [], buttons = [] } = props
  const { page, preference, save } = list
  const exportOrReport = useCallback(
    (format: ExportFormat) => exportList({ save, notExported }, format),
    [save, notExported],
  )
  const phone = usePhone()
  const total = page?.totalRecords
  const inHeader = phone ? [] : actions.filter((action) => action.inHeader)
  return (
    <PageHeader
      title={title}
      total={total}
      note={note}
      actions={
        <>
          {tools}
          {props.selectAllButtons && !phone ? (
            <ActionButton
              quiet
              icon={<IconChecks size={16} stroke={1.75} aria-hidden />}
              refused={total ? undefined : 'No rows to mark'}
              onClick={() => markAll(list)}
            >
              Mark All
            </ActionButton>
          ) : null}
          {plain ? null : (
            <>
              <ColumnChooser columns={columns} preference={preference} />
              <DensitySwitch preference={preference} />
            </>
          )}
          {formats.length > 0 ? <ExportMenu total={total} formats={formats} onExport={exportOrReport} /> : null}
          {inHeader.map(({ label, icon: Icon, refused, onClick }) => (
            <ActionButton
              key={label}
              refused={refused}
              icon={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
              onClick={onClick}
            >
              {label}
            </ActionButton>
          ))}
          {buttons.map((button) => (
            <HeaderButton key={button.label} {...button} />
          ))}
        </>
      }
    >
      {props.summary}
      {filters ? <FilterBar filters={filters} values={list.values} onChange={onFilter} aside={aside} /> : null}
    </PageHeader>
  )
}

/** Selects every row of the page. */
export function markAll<Row extends object>({ page, rowKey, setSelected }: List<Row>): void {
  setSelected(new Set(page?.data.map(rowKey)))
}

function HeaderButton({ label, short, icon: Icon, refused, primary, quiet, danger, onClick }: ListButton) {
  const phone = usePhone()
  const icon = <Icon size={16} stroke={1.75} aria-hidden />
  const alone = phone && short === ''
  return (
    <ActionButton
      refused={refused}
      icon={alone ? undefined : icon}
      primary={primary}
      quiet={quiet}
      danger={danger}
      onClick={onClick}
      {...(alone ? { label } : {})}
    >
      {alone ? icon : ((phone ? short : undefined) ?? label)}
    </ActionButton>
  )
}
