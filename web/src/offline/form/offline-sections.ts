import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels } from '@coverdesk/domain/offline/offline-labels.ts'
import { validateOffline } from '@coverdesk/domain/offline/offline-rule.ts'
import type { FieldPath } from 'react-hook-form'

/** Sections of the form in order (OFFLINE-01); Alt with the number goes to each. */
export const offlineSections = [
  { id: 'primary', title: 'Primary' },
  { id: 'income', title: 'Income' },
  { id: 'household', title: 'Household' },
  { id: 'plan', title: 'Plan' },
  { id: 'card', title: 'Payment Card' },
] as const
export type SectionId = (typeof offlineSections)[number]['id']

/** `left`: started, but with missing or invalid required fields. */
export type SectionState = 'empty' | 'left' | 'complete'

const places: Partial<Record<string, SectionId>> = {
  typeOfIncome: 'income',
  annualIncome: 'income',
  employerName: 'income',
  employerPhone: 'income',
  accountingServiceRequested: 'income',
  married: 'household',
  totalMembers: 'household',
  annualHouseholdIncome: 'household',
  offlineAppMembers: 'household',
  planSelected: 'plan',
  monthlyPayment: 'plan',
  cardNumber: 'card',
  cardExpDate: 'card',
  cardCvv: 'card',
  cardFirstName: 'card',
  cardMiddleName: 'card',
  cardLastName: 'card',
}

export function sectionOf(path: string): SectionId {
  return places[path.split('.')[0] ?? ''] ?? 'primary'
}

/** Problems of the form in its order. */
export function problemsOf(typed: OfflineTyped, today: string): FailureDetail[] {
  const place = ({ path }: FailureDetail) => offlineSections.findIndex(({ id }) => id === sectionOf(path))
  return validateOffline(typed, today).problems.toSorted((a, b) => place(a) - place(b))
}

const untouched: Record<string, unknown> = newOffline()

/** State of a section and its number of invalid fields. */
export function stateOf(
  section: SectionId,
  typed: OfflineTyped,
  problems: readonly FailureDetail[],
): { state: SectionState; problems: number } {
  const begun = Object.entries(typed).some(
    ([name, value]) => sectionOf(name) === section && JSON.stringify(value) !== JSON.stringify(untouched[name]),
  )
  const wrong = problems.filter(({ path }) => sectionOf(path) === section).length
  return { state: !begun ? 'empty' : wrong > 0 ? 'left' : 'complete', problems: wrong }
}

/** Name of a field in the error list: 'Member 2 (Luis), Date of birth'. */
export function placeInWords(path: string, typed: OfflineTyped): string {
  const [first = '', index, name = ''] = path.split('.')
  if (first !== 'offlineAppMembers') return labelOf(first)
  const member = typed.offlineAppMembers[Number(index)]
  return `Member ${Number(index) + 1}${member?.firstName ? ` (${member.firstName})` : ''}, ${labelOf(name)}`
}

function labelOf(name: string): string {
  const labels: Partial<Record<string, string>> = fieldLabels
  return labels[name] ?? name
}

/** Whether the form has any input. */
export function isTouched(typed: OfflineTyped): boolean {
  return Object.entries(typed).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name]))
}

/** Whether there are numbers that drafts exclude and that leaving would lose. */
export function hasUnsavedNumbers(typed: OfflineTyped): boolean {
  return [typed.ssn, typed.cardNumber, typed.cardCvv, ...typed.offlineAppMembers.map(({ ssn }) => ssn)].some(Boolean)
}

/** Safe: rule paths use the form's field names. */
export const pathOf = (path: string) => path as FieldPath<OfflineTyped>
