import { lifeEvents, shownSpecial } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { ShortSelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import type { HouseholdTyped } from './household-typed.ts'

const { en: words } = specialWords
const events = lifeEvents.map((value) => ({ value, label: words.events[value] }))

interface LifeEventFieldsProps {
  today: string
  /** Called with whether coverage of this year is applied for. */
  onSpecial(isSpecial: boolean): void
}

/** The life event of a special enrollment, and when its coverage begins. */
export function LifeEventFields({ today, onSpecial }: LifeEventFieldsProps) {
  const event = useWatch<HouseholdTyped, 'event'>({ name: 'event' }) ?? ''
  const date = useWatch<HouseholdTyped, 'eventDate'>({ name: 'eventDate' }) ?? ''
  const isSpecial = event !== ''
  useEffect(() => onSpecial(isSpecial), [isSpecial, onSpecial])
  const shown = shownSpecial({ event, date }, today)
  return (
    <FormSection title="Life event" note={words.help}>
      <ShortSelectField<HouseholdTyped>
        name="event"
        label={words.event}
        choices={events}
        emptyLabel="Nothing: open enrollment"
      />
      {isSpecial ? (
        <DateField<HouseholdTyped>
          name="eventDate"
          label={event === 'loss-of-coverage' ? words.lossDate : words.eventDate}
        />
      ) : null}
      {shown ? (
        <NoticeLine tone="blue">
          {words.begins(today.slice(0, 4), showDate(shown.begins), showDate(shown.until))}
        </NoticeLine>
      ) : null}
    </FormSection>
  )
}
