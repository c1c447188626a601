import type { MonthToClose } from '@coverdesk/domain/home/home-contract.ts'
import { Button } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import css from './home.module.css'
import { monthInWords } from './month-in-words.ts'

/** Says that a past month of pay is open, and why it may be. */
export function HomeMonthToClose({ toClose, today }: { toClose: MonthToClose; today: string }) {
  const { month, runId, missing } = toClose
  const [first, ...others] = missing
  const why =
    first === undefined
      ? 'All statements are in'
      : others.length === 0
        ? `The statement of ${first} is missing`
        : `Statements of ${missing.length} carriers are missing`
  return (
    <section className={css.toClose} aria-label="Month to close">
      <IconCalendarDollar size={18} stroke={1.75} aria-hidden />
      <p>
        <strong>{monthInWords(month, today)} is not closed</strong> <span>{why}</span>
      </p>
      <Button
        size="xs"
        renderRoot={(props) => <Link to={runId === null ? paths.payRuns : paths.payRun(runId)} {...props} />}
      >
        {runId === null ? 'Open pay runs' : 'Open pay run'}
      </Button>
    </section>
  )
}
