import { TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '../../ui/overlay/overlay-styles.ts'
import css from './carrier-profile.module.css'

interface Props {
  label: string
  /** Hides the label visually. */
  bare?: boolean
  hint?: string
  value: string[]
  error?: string | undefined
  onChange(value: string[]): void
}

/** Tag input; Enter adds a tag, Backspace removes the last. Commas are allowed, since headings contain them. */
export function ProfileTags({ label, bare, hint, value, error, onChange }: Props) {
  return (
    <TagsInput
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      description={hint}
      value={value}
      error={error}
      splitChars={[]}
      dropdownOpened={false}
      acceptValueOnBlur
      classNames={{ root: css.tags, pill: css.tag }}
      onChange={(next) => onChange(next.map((text) => text.trim()).filter((text) => text !== ''))}
    />
  )
}
