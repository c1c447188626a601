import { readDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { CarrierProfile } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { Checkbox } from '@mantine/core'
import css from './carrier-profile.module.css'
import type { ProfilePart } from './profile-headings.tsx'
import { ProfileTags } from './profile-tags.tsx'

const orders: readonly { value: CarrierProfile['dateOrder']; label: string }[] = [
  { value: 'MDY', label: 'March 4' },
  { value: 'DMY', label: '3 April' },
]

/** Formats of dates and policy numbers in the carrier's files. */
export function ProfileDates({ draft, onDraft }: ProfilePart) {
  const noDate = draft.openEndDates.find((date) => readDate(date) === null)
  return (
    <section aria-labelledby="profile-dates">
      <h3 id="profile-dates">Dates and numbers</h3>
      <fieldset className={css.order}>
        <legend>03/04/2026 means</legend>
        {orders.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="date-order"
              checked={draft.dateOrder === value}
              onChange={() => onDraft({ ...draft, dateOrder: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label="Read five-digit numbers in date columns as spreadsheet dates"
        checked={draft.excelDates}
        onChange={(event) => onDraft({ ...draft, excelDates: event.currentTarget.checked })}
      />
      <ProfileTags
        label='Dates that mean "no end date"'
        hint="MM/DD/YYYY, such as 12/31/9999"
        value={draft.openEndDates}
        error={noDate === undefined ? undefined : `${noDate}: Must be valid date`}
        onChange={(openEndDates) => onDraft({ ...draft, openEndDates })}
      />
      <ProfileTags
        label="Suffixes to remove from policy numbers"
        hint="Such as -AR"
        value={draft.stripSuffixes}
        onChange={(stripSuffixes) => onDraft({ ...draft, stripSuffixes })}
      />
    </section>
  )
}
