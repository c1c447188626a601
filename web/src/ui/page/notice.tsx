import type { ReactNode } from 'react'
import css from './notice.module.css'

/** Screen with a single message: heading, sentence and actions. */
export function Notice(props: { title: string; text?: ReactNode; alert?: boolean; children?: ReactNode }) {
  return (
    <section className={css.notice}>
      <h1 className={css.title}>{props.title}</h1>
      {props.text && (
        <p className={css.text} role={props.alert ? 'alert' : undefined}>
          {props.text}
        </p>
      )}
      {props.children && <div className={css.actions}>{props.children}</div>}
    </section>
  )
}
