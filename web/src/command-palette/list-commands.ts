import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { exportList } from '../lists/export-list.ts'
import type { ListScreenProps } from '../lists/list-screen-props.ts'
import type { ScreenCommand } from '../lists/screen-commands.ts'
import { showCount } from '../ui/basics/cell-value.tsx'

const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', pdf: 'PDF', csv: 'CSV' }

/** Buttons, exports and actions of a list. */
export function listCommands<Row extends object, Sort extends string>(
  props: ListScreenProps<Row, Sort>,
): ScreenCommand[] {
  const { list, label = props.title, rowName, buttons = [], actions = [], formats = list.formats } = props
  const [first, second] = list.chosen
  const subject = first && (second ? `${list.chosen.length} selected` : rowName(first))
  const total = list.page?.totalRecords
  return [
    ...buttons.map((button) => ({ label: spoken(button), refused: button.refused, run: button.onClick })),
    ...formats.map((format) => ({
      label: `Export as ${formatNames[format]}`,
      detail: total === undefined ? label : `${label}: ${showCount(total)} as filtered`,
      run: () => void exportList({ save: list.save, notExported: props.notExported }, format),
    })),
    ...actions.map((action) => ({
      label: spoken(action),
      detail: subject,
      refused: action.refused ?? (first ? undefined : 'Select a row first'),
      run: action.onClick,
    })),
  ]
}

const spoken = ({ label, description }: { label: string; description?: string }) => description ?? label
