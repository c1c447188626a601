import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { policyFields } from '../policy-fields.ts'
import css from './carrier-profile.module.css'
import { type Translation, withLine } from './profile-draft.ts'
import type { ProfilePart } from './profile-headings.tsx'

/** Translations of the carrier's values: Inforce is Active. */
export function ProfileValues({ draft, onDraft, problems }: ProfilePart) {
  const change = (key: number, part: Partial<Translation>) =>
    onDraft({
      ...draft,
      translations: draft.translations.map((line) => (line.key === key ? { ...line, ...part } : line)),
    })
  return (
    <section aria-labelledby="profile-values">
      <h3 id="profile-values">Values</h3>
      <p className={css.help}>The carrier's values and what they mean here, such as Inforce for Active.</p>
      {draft.translations.map((line) => (
        <TranslationLine
          key={line.key}
          line={line}
          problem={problems.find(({ path }) => path === `values.${line.field}.${line.theirs.trim()}`)?.message}
          onChange={(part) => change(line.key, part)}
          onRemove={() =>
            onDraft({ ...draft, translations: draft.translations.filter((other) => other.key !== line.key) })
          }
        />
      ))}
      <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => onDraft(withLine(draft))}>
        Add a value
      </Button>
    </section>
  )
}

interface LineProps {
  line: Translation
  problem: string | undefined
  onChange(part: Partial<Translation>): void
  onRemove(): void
}

function TranslationLine({ line, problem, onChange, onRemove }: LineProps) {
  const choices = policyFields.find((field) => field.name === line.field)?.choices
  return (
    <div className={css.translation}>
      <select
        aria-label="Field"
        value={line.field}
        onChange={(event) => onChange({ field: event.currentTarget.value, ours: '' })}
      >
        {policyFields.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <TextInput
        aria-label="Value of the carrier"
        placeholder="Their value"
        value={line.theirs}
        onChange={(event) => onChange({ theirs: event.currentTarget.value })}
      />
      <IconArrowRight size={14} stroke={1.75} aria-hidden />
      {choices ? (
        <select
          aria-label="Our value"
          aria-invalid={problem !== undefined}
          value={line.ours}
          onChange={(event) => onChange({ ours: event.currentTarget.value })}
        >
          <option value="">(empty)</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <TextInput
          aria-label="Our value"
          placeholder="Our value"
          error={problem}
          value={line.ours}
          onChange={(event) => onChange({ ours: event.currentTarget.value })}
        />
      )}
      <CloseButton aria-label={`Remove ${line.theirs || 'this value'}`} onClick={onRemove} />
    </div>
  )
}
