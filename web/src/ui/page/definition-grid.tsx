import type { ReactNode } from 'react'
import { classNames } from '../basics/class-names.ts'
import { EmailText } from '../basics/email-text.tsx'
import { Missing } from '../basics/money-cell.tsx'
import css from './definition-grid.module.css'

export interface Fact {
  label: string
  /** null, undefined and '' render as '-'. */
  value: ReactNode
  /** Spans two columns. */
  wide?: boolean
}

/** Label–value pairs in four columns (12 px label over 13 px value); two columns on a phone. */
export function DefinitionGrid({ facts, columns = 4 }: { facts: readonly Fact[]; columns?: 2 | 3 | 4 }) {
  return (
    <dl className={css.grid} data-columns={columns}>
      {facts.map(({ label, value, wide }) => (
        <div key={label} className={classNames(wide && css.wide)}>
          <dt>{label}</dt>
          <dd>{display(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function display(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === '') return <Missing />
  return typeof value === 'string' && value.includes('@') ? <EmailText>{value}</EmailText> : value
}
