import { Button } from '@mantine/core'
import type { EmptyContent } from '../basics/list-column.ts'
import css from './state.module.css'

/** Empty state: the specification's text ('No Data'), the reason, and a button for the next step. */
export function EmptyState({ title = 'No Data', why, action }: EmptyContent) {
  return (
    <div className={css.state} role="status">
      <p className={css.title}>{title}</p>
      <p className={css.why}>{why}</p>
      {action ? <Button onClick={action.onClick}>{action.label}</Button> : null}
    </div>
  )
}
