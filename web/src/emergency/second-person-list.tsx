import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './second-person-list.module.css'

interface Row {
  key: number
  title: string
  pill: { tone: 'amber' | 'green' | 'red' | 'grey'; text: string }
  lines: readonly string[]
  /** Actions of the viewer; none for past requests. */
  buttons: readonly { label: string; filled?: boolean; onClick(): void }[]
}

/** Requests that a second person decides, and past ones. */
export function SecondPersonList({ label, rows, none }: { label: string; rows: readonly Row[]; none: ReactNode }) {
  const size = usePhone() ? 'xl' : 'sm'
  if (rows.length === 0) return <p className={css.none}>{none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list without actions scrolls by keyboard only with focus
    <section aria-label={`${label}, requests`} tabIndex={0}>
      <ul className={css.list} aria-label={label}>
        {rows.map(({ key, title, pill, lines, buttons }) => (
          <li key={key} className={css.row}>
            <span className={css.words}>
              <span className={css.name}>
                {title}
                <StatusPill tone={pill.tone}>{pill.text}</StatusPill>
              </span>
              {lines.map((line) => (
                <span key={line} className={css.quiet}>
                  {line}
                </span>
              ))}
            </span>
            {buttons.length === 0 ? null : (
              <span className={css.buttons}>
                {buttons.map((button) => (
                  <Button
                    key={button.label}
                    size={size}
                    variant={button.filled ? 'filled' : 'default'}
                    aria-label={`${button.label}: ${title}`}
                    onClick={button.onClick}
                  >
                    {button.label}
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
