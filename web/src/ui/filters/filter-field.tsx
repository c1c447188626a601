import { InputLabel } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { SkeletonBar } from '../basics/skeleton-bar.tsx'
import { ChoiceSelect } from '../choices/choice-select.tsx'
import { DateBox } from '../dates/date-box.tsx'
import type { Filter } from './filter.ts'
import { TextFilter } from './text-filter.tsx'

const MonthCalendar = lazy(async () => ({ default: (await import('../dates/month-calendar.tsx')).MonthCalendar }))

interface FilterFieldProps<Name extends string> {
  filter: Filter<Name>
  value: string
  size: 'sm' | 'md' | 'xl'
  /** In a popover; see DateBox. */
  nested?: boolean
  onChange(value: string | undefined): void
}

/** Filter with its label above, as behind 'More filters' and in the sheet on a phone. */
export function FilterField<Name extends string>({ filter, value, size, nested, onChange }: FilterFieldProps<Name>) {
  if (filter.kind === 'date')
    return (
      <DateFilter
        birth={filter.birth}
        nested={nested}
        label={filter.label}
        size={size}
        value={value}
        onChange={onChange}
      />
    )
  if (filter.kind === 'month') return <MonthFilter label={filter.label} value={value} onChange={onChange} />
  if (filter.kind === 'select') {
    return (
      <ChoiceSelect
        label={filter.label}
        size={size}
        source={filter}
        value={value}
        clearable
        onChange={(chosen) => onChange(chosen || undefined)}
      />
    )
  }
  return (
    <TextFilter
      label={filter.label}
      size={size}
      numeric={filter.kind === 'number'}
      delay={filter.delay}
      value={value}
      onChange={onChange}
    />
  )
}

type Part = Pick<FilterFieldProps<string>, 'value' | 'size' | 'nested' | 'onChange'> & { label: string }

function MonthFilter({ label, value, onChange }: Pick<Part, 'label' | 'value' | 'onChange'>) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} style={{ margin: 0, padding: 0, border: 0 }}>
      <InputLabel id={id} labelElement="div">
        {label}
      </InputLabel>
      <Suspense fallback={<SkeletonBar width={196} height={220} />}>
        <MonthCalendar value={value} onChange={onChange} />
      </Suspense>
    </fieldset>
  )
}

/** Reports complete dates only. */
function DateFilter({ label, value, size, nested, birth, onChange }: Part & { birth: true | undefined }) {
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined && typed.length >= 10 && !/^\d{4}-/.test(typed)
  return (
    <DateBox
      label={label}
      size={size}
      nested={nested}
      birth={birth}
      value={typed ?? value}
      error={wrong ? 'Must be valid date' : undefined}
      onChange={(text) => {
        const isComplete = /^\d{4}-\d{2}-\d{2}$/.test(text)
        setTyped(isComplete || text === '' ? undefined : text)
        if (isComplete) onChange(text)
        else if (text === '') onChange(undefined)
      }}
    />
  )
}
