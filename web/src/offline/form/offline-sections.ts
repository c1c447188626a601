import type { FailureDetail } from '@coverdesk/domain/failures.ts'
import { newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { validateOffline } from '@coverdesk/domain/offline/offline-rule.ts'
import type { FieldPath } from 'react-hook-form'
import { fieldLabels } from '../offline-words.ts'

/** The sections of the form, in its order (OFFLINE-01); Alt and the number lead to each. */
export const offlineSections = [
  { id: 'primary', title: 'Primary' },
  { id: 'income', title: 'Income' },
  { id: 'household', title: 'Household' },
  { id: 'plan', title: 'Plan' },
  { id: 'card', title: 'Payment Card' },
] as const
export type SectionId = (typeof offlineSections)[number]['id']

/** `left`: begun, but something required is missing or not right yet. */
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

/** The section in which a field stands. */
export function sectionOf(path: string): SectionId {
  return places[path.split('.')[0] ?? ''] ?? 'primary'
}

/** What is wrong now, in the order of the form. */
export function problemsOf(typed: OfflineTyped, today: string): FailureDetail[] {
  const place = ({ path }: FailureDetail) => offlineSections.findIndex(({ id }) => id === sectionOf(path))
  return validateOffline(typed, today).problems.toSorted((one, other) => place(one) - place(other))
}

const untouched: Record<string, unknown> = newOffline()

/** Where a section stands, and how many of its fields have a problem. */
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

/** A field as the list of errors names it: 'Member 2 (Luis), Date of birth'. */
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

/** Whether somebody typed anything into the form. */
export function isTouched(typed: OfflineTyped): boolean {
  return Object.entries(typed).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched[name]))
}

/** Numbers that no draft keeps and that would be lost by leaving. */
export function hasUnkept(typed: OfflineTyped): boolean {
  return [typed.ssn, typed.cardNumber, typed.cardCvv, ...typed.offlineAppMembers.map(({ ssn }) => ssn)].some(Boolean)
}

/** A path that the rules name is one of the form: they are made of the same names. */
export const pathOf = (path: string) => path as FieldPath<OfflineTyped>
