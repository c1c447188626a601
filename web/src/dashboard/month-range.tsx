import { ChoiceButton } from '../ui/choices/choice-button.tsx'

/** First month shown: January, which dwarfs the others in open enrollment, can be left out. */
const choices = [
  { value: '0', label: 'January to December' },
  { value: '1', label: 'Without January' },
]

/** Choice of the months of a chart. */
export function MonthRange({ first, onChange }: { first: number; onChange(first: number): void }) {
  return (
    <ChoiceButton
      label="Months"
      value={String(first)}
      source={{ choices }}
      onChange={(value = '0') => onChange(Number(value))}
    />
  )
}
