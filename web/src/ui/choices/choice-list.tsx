import { Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Choice } from './choice.ts'
import css from './choice-list.module.css'

interface ChoiceListProps {
  /** For the input that references the list: Mantine's id changes after the first render. */
  id?: string
  choices: readonly Choice[]
  value: string | undefined
  state: 'ready' | 'searching' | 'failed'
}

/** Options of a select, or why there are none. */
export function ChoiceList({ id, choices, value, state }: ChoiceListProps) {
  return (
    <Combobox.Options
      {...(id ? { id } : {})}
      aria-label="Choices"
      className={css.options}
      aria-busy={state === 'searching'}
    >
      {choices.map((choice) => (
        <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value} className={css.option}>
          <span className={css.label}>{choice.label}</span>
          {choice.value === value ? <IconCheck size={14} stroke={1.75} aria-hidden /> : null}
        </Combobox.Option>
      ))}
      {choices.length === 0 ? <Combobox.Empty>{empty[state]}</Combobox.Empty> : null}
    </Combobox.Options>
  )
}

const empty = { ready: 'No matches', searching: 'Searching…', failed: "Couldn't load the options" } as const
