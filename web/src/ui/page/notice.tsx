import type { ReactNode } from 'react'
import css from './notice.module.css'

/** A screen that says one thing: a heading, a sentence, and what can be done about it. */
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
