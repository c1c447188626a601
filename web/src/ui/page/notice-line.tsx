import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './notice-line.module.css'

const icons = { blue: IconInfoCircle, amber: IconAlertTriangle, red: IconAlertCircle } as const

/** Tinted one-line notice; `action` is its button. */
export function NoticeLine(props: { tone: keyof typeof icons; children: ReactNode; action?: ReactNode }) {
  const Icon = icons[props.tone]
  return (
    <div className={css.notice} data-tone={props.tone} role={props.tone === 'red' ? 'alert' : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{props.children}</span>
      {props.action}
    </div>
  )
}
