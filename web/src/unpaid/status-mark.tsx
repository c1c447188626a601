import css from './unpaid.module.css'
import { markOf } from './unpaid-words.ts'

/** The status of a policy: a tinted square with its sign, and its name (UNPAID-08). */
export function StatusMark({ status }: { status: string }) {
  const { tone, icon: Icon } = markOf(status)
  return (
    <span className={css.mark} data-tone={tone}>
      <span className={css.sign} aria-hidden>
        <Icon size={14} stroke={1.75} />
      </span>
      {status}
    </span>
  )
}
