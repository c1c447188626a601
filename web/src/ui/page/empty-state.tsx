import { Button } from '@mantine/core'
import type { EmptyContent } from '../basics/list-column.ts'
import { useUiTexts } from '../texts/ui-texts.ts'
import css from './state.module.css'

/**
 * Empty state: the specification's text ('No Data'), the reason, and a button for the next step.
 * `isPage` when it replaces a whole screen, whose level-one heading its title then is.
 */
export function EmptyState({ title, why, action, isPage = false }: EmptyContent & { isPage?: boolean }) {
  const texts = useUiTexts()
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={css.state} role="status">
      <Title className={css.title}>{title ?? texts.noData}</Title>
      <p className={css.why}>{why}</p>
      {action ? <Button onClick={action.onClick}>{action.label}</Button> : null}
    </div>
  )
}
