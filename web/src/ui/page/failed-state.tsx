import { Button } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import type { LoadError } from '../basics/list-column.ts'
import { useUiTexts } from '../texts/ui-texts.ts'
import css from './state.module.css'

/** Load error: title, message and 'Try again'. */
export function FailedState({ title, why, retry }: LoadError) {
  return (
    <div className={css.state} role="alert">
      <IconAlertCircle className={css.alert} size={20} stroke={1.75} aria-hidden />
      <p className={css.title}>{title}</p>
      <p className={css.why}>{why}</p>
      <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={retry}>
        {useUiTexts().tryAgain}
      </Button>
    </div>
  )
}

/** The same in one line, above older data that stays visible. */
export function FailedLine({ title, why, retry }: LoadError) {
  return (
    <div className={css.line} role="alert">
      <IconAlertCircle className={css.alert} size={16} stroke={1.75} aria-hidden />
      <span>
        <strong>{title}</strong> {why}
      </span>
      <Button size="xs" onClick={retry}>
        {useUiTexts().tryAgain}
      </Button>
    </div>
  )
}
