import { Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import css from './choice-list.module.css'
import type { FoundChoices } from './use-choices.ts'

interface ChoiceListProps {
  /** For the input that references the list: Mantine's id changes after the first render. */
  id?: string
  found: FoundChoices
  value: string | undefined
}

/** Options of a select, or why there are none. */
export function ChoiceList({ id, found: { choices, state, isCut }, value }: ChoiceListProps) {
  return (
    <>
      <Combobox.Options
        {...(id ? { id } : {})}
        aria-label="Choices"
        className={css.options}
        aria-busy={state === 'searching'}
      >
        {choices.map((choice) => (
          <Combobox.Option
            key={choice.value}
            value={choice.value}
            active={choice.value === value}
            className={css.option}
          >
            <span className={css.label}>{choice.label}</span>
            {choice.value === value ? <IconCheck size={14} stroke={1.75} aria-hidden /> : null}
          </Combobox.Option>
        ))}
        {choices.length === 0 ? <Combobox.Empty>{empty[state]}</Combobox.Empty> : null}
      </Combobox.Options>
      {isCut ? <p className={css.more}>Type to find more</p> : null}
    </>
  )
}

const empty = { ready: 'No matches', searching: 'Searching…', failed: "Couldn't load the options" } as const
