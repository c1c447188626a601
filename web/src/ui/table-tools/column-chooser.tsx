import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import type { ListColumn, PreferenceState } from '../basics/list-column.ts'
import { useLazyPopover } from '../overlay/lazy-popover.ts'
import css from './column-chooser.module.css'

const load = () => import('./column-choices.tsx')
const ColumnChoices = lazy(async () => ({ default: (await load()).ColumnChoices }))

interface ColumnChooserProps<Row> {
  columns: readonly ListColumn<Row>[]
  preference: PreferenceState
}

function ColumnChooserView<Row>({ columns, preference }: ColumnChooserProps<Row>) {
  const { props, popover, used } = useLazyPopover('dialog', load)
  return (
    <>
      <Button
        {...props}
        variant="subtle"
        className={css.button}
        leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
      >
        Columns
      </Button>
      {used ? (
        <Suspense>
          <ColumnChoices popover={popover} columns={columns} preference={preference} />
        </Suspense>
      ) : null}
    </>
  )
}

/** 'Columns': which columns are visible. Pinned ones always are. Not on a phone. */
export const ColumnChooser: <Row>(props: ColumnChooserProps<Row>) => ReactNode = memo(ColumnChooserView)
