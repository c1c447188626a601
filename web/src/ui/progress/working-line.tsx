import { IconLoader2 } from '@tabler/icons-react'
import { showSeconds } from './show-seconds.ts'
import { useNow } from './use-now.ts'
import css from './working-line.module.css'

/** What the server is doing, and for how long: for requests of many seconds that report no share of their work. */
export function WorkingLine({ what, since }: { what: string; since: number }) {
  const seconds = Math.max(0, useNow(true) - since) / 1000
  return (
    <div className={css.working}>
      <IconLoader2 size={16} stroke={1.75} aria-hidden />
      <span>
        <span role="status">{what}</span> {/* Outside the status, or it is read out twice a second. */}
        <span className={`figures ${css.seconds}`}>{showSeconds(seconds)} so far</span>
      </span>
    </div>
  )
}
