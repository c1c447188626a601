import { readDate, showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { CarrierProfile } from '@coverdesk/domain/uploads/carrier-profile.ts'

/** Translation of a carrier's value; `key` identifies the row while it is empty. */
export interface Translation {
  key: number
  field: string
  theirs: string
  ours: string
}

/** Editable profile: translations as rows, dates as MM/DD/YYYY. */
export interface ProfileDraft {
  headings: Record<string, string[]>
  translations: Translation[]
  dateOrder: CarrierProfile['dateOrder']
  excelDates: boolean
  openEndDates: string[]
  stripSuffixes: string[]
  ignored: string[]
}

export function draftOf(profile: CarrierProfile): ProfileDraft {
  const pairs = Object.entries(profile.values).flatMap(([field, values]) =>
    Object.entries(values).map(([theirs, ours]) => ({ field, theirs, ours })),
  )
  return {
    headings: profile.headings,
    translations: pairs.map((pair, key) => ({ key, ...pair })),
    dateOrder: profile.dateOrder,
    excelDates: profile.excelDates === true,
    openEndDates: profile.openEndDates.map(showDate),
    stripSuffixes: profile.stripSuffixes,
    ignored: profile.ignored ?? [],
  }
}

/** Profile of a draft; drops incomplete rows, fields without headings, and invalid dates. */
export function profileOf(draft: ProfileDraft): CarrierProfile {
  const values: CarrierProfile['values'] = {}
  for (const { field, theirs, ours } of draft.translations)
    if (field !== '' && theirs.trim() !== '') values[field] = { ...values[field], [theirs.trim()]: ours.trim() }
  return {
    headings: Object.fromEntries(Object.entries(draft.headings).filter(([, headings]) => headings.length > 0)),
    values,
    dateOrder: draft.dateOrder,
    openEndDates: draft.openEndDates.map(readDate).filter((date) => date !== null),
    stripSuffixes: draft.stripSuffixes,
    ...(draft.ignored.length > 0 ? { ignored: draft.ignored } : {}),
    ...(draft.excelDates ? { excelDates: true } : {}),
  }
}

/** Draft with an empty translation added. */
export function withLine(draft: ProfileDraft): ProfileDraft {
  const key = Math.max(-1, ...draft.translations.map((line) => line.key)) + 1
  return { ...draft, translations: [...draft.translations, { key, field: 'PolicyStatus', theirs: '', ours: '' }] }
}

/** Whether saving the draft would change the stored profile. */
export function differs(draft: ProfileDraft, stored: CarrierProfile): boolean {
  return JSON.stringify(profileOf(draft)) !== JSON.stringify(profileOf(draftOf(stored)))
}
