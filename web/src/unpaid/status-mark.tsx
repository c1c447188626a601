import css from './unpaid.module.css'
import { markOf } from './unpaid-words.ts'

/** Policy status with an icon and a color (UNPAID-08). */
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
