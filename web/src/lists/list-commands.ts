import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { wasShown } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import type { ListScreenProps } from './list-screen-props.ts'
import { type ScreenCommand, useScreenCommands } from './screen-commands.ts'

const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', pdf: 'PDF', csv: 'CSV' }

/** Offers the buttons, actions and exports of a list in the palette while the list is open. */
export function useListCommands<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>): void {
  useScreenCommands(() => listCommands(props))
}

function listCommands<Row extends object, Sort extends string>(props: ListScreenProps<Row, Sort>): ScreenCommand[] {
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

/** Saves the file of a list, and says what went wrong. */
export function exportList(
  { save, notExported }: { save(format: ExportFormat): Promise<unknown>; notExported?: string | undefined },
  format: ExportFormat,
): Promise<unknown> {
  return save(format).catch((failure: unknown) => {
    if (!notExported) toasts.failure("Couldn't export the file.", failure)
    else if (!wasShown(failure)) toasts.error(notExported)
  })
}
