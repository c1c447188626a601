import type { HeadingMapping, HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Tooltip } from '@mantine/core'
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { useRef } from 'react'
import '../../ui/overlay/overlay-styles.ts'
import { fileKind } from '../file-kind.ts'
import { choose, usesInWords } from './heading-choices.ts'
import css from './load-headings.module.css'

interface Props {
  kind: ImportKind
  uses: readonly HeadingUse[]
  choices: HeadingMapping
  /** Source of known headings: 'the Ambetter profile'. */
  profileName: string
  onChoices(choices: HeadingMapping): void
  /** Undefined if there is nothing to save. */
  onSaveProfile: (() => void) | undefined
  saving: boolean
}

/** Mapping of each heading. Only guesses are highlighted. */
export function HeadingGrid({ kind, uses, choices, profileName, onChoices, onSaveProfile, saving }: Props) {
  // Keys change a select at each option that they pass. A field passed on the way goes back to its heading.
  const focused = useRef<{ heading: string; before: HeadingMapping } | null>(null)
  const chosenBefore = (heading: string) => (focused.current?.heading === heading ? focused.current.before : choices)
  return (
    <section
      className={css.headings}
      aria-label="Headings of the file"
      data-quiet={!uses.some((use) => use.by === 'guess')}
    >
      <div className={css.head}>
        <h3>Headings</h3>
        <span>{usesInWords(uses, choices, profileName)}</span>
        {onSaveProfile ? (
          <button type="button" className={css.save} disabled={saving} onClick={onSaveProfile}>
            {saving ? 'Saving' : 'Save as profile'}
          </button>
        ) : null}
      </div>
      {/* Scrolls on its own; its selects make it reachable by keyboard. */}
      <div className={css.grid}>
        <ul>
          {uses.map((use) => (
            <HeadingLine
              key={use.heading}
              kind={kind}
              use={use}
              onField={(field) => onChoices(choose(chosenBefore(use.heading), use.heading, field))}
              onFocus={() => {
                focused.current = { heading: use.heading, before: choices }
              }}
              onBlur={() => {
                focused.current = null
              }}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

interface LineProps extends Pick<Props, 'kind'> {
  use: HeadingUse
  onField(field: string | null): void
  onFocus(): void
  onBlur(): void
}

function HeadingLine({ kind, use, onField, onFocus, onBlur }: LineProps) {
  const guess = use.by === 'guess'
  const sample = use.sample ?? ''
  return (
    <li data-by={use.by}>
      <span className={css.heading} title={use.heading}>
        {use.heading}
      </span>
      <IconArrowRight className={css.arrow} size={14} stroke={1.75} aria-hidden />
      <span className={css.field} data-unused={use.field === null || undefined}>
        <select
          aria-label={`Field of ${use.heading}`}
          value={use.field ?? ''}
          onChange={(event) => onField(event.currentTarget.value || null)}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          <option value="">Not used</option>
          {fileKind(kind).fields.map((field) => (
            <option key={field.name} value={field.name}>
              {fieldWords(field.name)}
            </option>
          ))}
        </select>
        <IconChevronDown className={css.chevron} size={14} stroke={1.75} aria-hidden />
      </span>
      {guess && use.field !== null ? (
        <Tooltip label={sample ? `For example ${sample}. Press to confirm.` : 'Press to confirm'}>
          <button
            type="button"
            className={css.guess}
            aria-label={`Check guess: ${use.heading} is ${fieldWords(use.field)}${sample ? `, for example ${sample}` : ''}. Press to confirm`}
            onClick={() => onField(use.field)}
          >
            Check guess
          </button>
        </Tooltip>
      ) : (
        <span className={css.sample} title={sample}>
          {sample}
        </span>
      )}
    </li>
  )
}
