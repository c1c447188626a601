import { stateNames } from '@coverdesk/domain/fields/us-state.ts'
import type { ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { ImportKind, UnknownValue } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { useCarrierChoices, useVisibleAgents } from '../../lookups/lookup-choices.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import type { Choice } from '../../ui/choices/choice.ts'
import { fileKind } from '../file-kind.ts'
import { isTermFile } from '../run-calls.ts'
import { withValue } from './file-reading.ts'
import css from './load-headings.module.css'

interface Props {
  kind: ImportKind
  unknown: readonly UnknownValue[]
  values: ValueMapping
  /** Where the meanings are remembered: 'the Ambetter profile'; null: nowhere. */
  profileName: string | null
  onValues(values: ValueMapping): void
}

/** No value, as a meaning. */
const empty = { value: '', label: 'No value' }

/** Meaning of each value that no profile knows: a status, a kind, a state or an agent. */
export function UnknownValues({ kind, unknown, values, profileName, onValues }: Props) {
  const records = {
    agent: useVisibleAgents(isTermFile(kind) ? 'AgentRate' : 'Policy'),
    carrier: useCarrierChoices(),
  }
  const shown = withMapped(unknown, values)
  if (shown.length === 0) return null
  const { fields } = fileKind(kind).shape
  const otherwise = fields.find(
    ({ name, otherwise }) => otherwise && shown.some(({ field }) => field === name),
  )?.otherwise
  return (
    <section className={css.headings} aria-label="Unknown values">
      <div className={css.head}>
        <h3>Unknown values</h3>
        <span>
          {profileName ? `Choose what they mean. ${profileName} remembers it.` : 'Choose what they mean in this file.'}
          {otherwise ? ` Without a choice they count as ${otherwise}.` : ''}
          {shown.some(({ guess }) => guess) ? ' “?” is the one agent with that first and last name.' : ''}
        </span>
      </div>
      <div className={css.grid}>
        <ul>
          {shown.map(({ field, heading, value, rows, guess }) => {
            const meaning = values[field]?.[value]
            const { choices, none } = choicesOf(kind, field, records, { guess, meaning })
            return (
              <li key={`${field} ${value}`} data-by={meaning === undefined ? 'guess' : 'choice'}>
                <span className={css.heading} title={`${heading}: ${value}`}>
                  {value}
                </span>
                <IconArrowRight className={css.arrow} size={14} stroke={1.75} aria-hidden />
                <span className={css.field} title={guess && meaning === undefined ? `Read as ${guess}` : undefined}>
                  <select
                    aria-label={`Meaning of ${value} in ${heading}`}
                    value={meaning ?? 'none'}
                    onChange={({ currentTarget }) =>
                      onValues(
                        withValue(values, field, value, currentTarget.value === 'none' ? null : currentTarget.value),
                      )
                    }
                  >
                    <option value="none">{none}</option>
                    {choices.map((choice) => (
                      <option key={choice.value} value={choice.value}>
                        {choice.label}
                      </option>
                    ))}
                  </select>
                  <IconChevronDown className={css.chevron} size={14} stroke={1.75} aria-hidden />
                </span>
                <span className={css.sample}>
                  {rows > 0 ? `${showCount(rows)} ${rows === 1 ? 'row' : 'rows'}` : ''}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

/** Values that the user mapped are known to the server; they stay in place. */
function withMapped(unknown: readonly UnknownValue[], values: ValueMapping): UnknownValue[] {
  const mapped = Object.entries(values).flatMap(([field, words]) =>
    Object.keys(words)
      .filter((value) => !unknown.some((other) => other.field === field && other.value === value))
      .map((value) => ({ field, heading: field, value, rows: 0 })),
  )
  return [...mapped, ...unknown]
}

function choicesOf(
  kind: Props['kind'],
  name: string,
  records: Readonly<Record<'agent' | 'carrier', readonly Choice[]>>,
  { guess, meaning }: { guess: string | undefined; meaning: string | undefined },
): { choices: readonly Choice[]; none: string } {
  const field = fileKind(kind).shape.fields.find((other) => other.name === name)
  if (field?.names) {
    const without = `No ${field.names}`
    const choices = records[field.names].map(({ value, label }) => ({ value: `#${value}`, label }))
    // A guess may be wrong: none of ours is then a choice of its own.
    return guess || meaning === ''
      ? { choices: [{ value: '', label: without }, ...choices], none: guess ? `${guess}?` : 'Not chosen' }
      : { choices, none: without }
  }
  const none = field?.otherwise ? `Not chosen: ${field.otherwise}` : 'Not chosen'
  if (field?.kind === 'state')
    return { choices: [empty, ...Object.entries(stateNames).map(([value, label]) => ({ value, label }))], none }
  return { choices: [empty, ...(field?.choices ?? []).map((choice) => ({ value: choice, label: choice }))], none }
}
