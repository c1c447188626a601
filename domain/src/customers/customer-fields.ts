import { z } from 'zod'
import { ContactMethodFields, EmailText, PhoneText } from '../contacts/contact-fields.ts'
import { CalendarDate, showDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { showPhone } from '../fields/personal-numbers.ts'

const Name = oneLine(150)
/**
 * Optional value: an empty select or input is null. The schema is first in the union, because forms show the message of
 * the first member.
 */
const orNothing = <Schema extends z.ZodType>(schema: Schema, sentence: string) =>
  z.union([schema, z.literal('').transform(() => null), z.null()], { error: sentence })
const Language = orNothing(z.int32('Not a language').min(1, 'Not a language'), 'Not a language').default(null)

/**
 * Fields of a customer (CUST-05 to CUST-09, CUST-23). `futureBirthMessage` checks the date of birth against today,
 * because a schema does not know today.
 */
export const CustomerFields = z.strictObject({
  firstName: Name.min(1, 'First name is required'),
  middleName: Name.default(''),
  lastName: Name.min(1, 'Last name is required'),
  email: EmailText,
  phone: orNothing(PhoneText, 'Not a Phone').default(null),
  dob: orNothing(CalendarDate, 'Must be valid date').default(null),
  sex: z.enum(['M', 'F'], { error: 'Sex is required' }),
  usCitizen: orNothing(z.boolean('Yes, no or nothing'), 'Yes, no or nothing').default(null),
  /** Languages of generic list 3: spoken, and for letters. */
  tglanguageSpkid: Language,
  tglanguageMailId: Language,
})
export type CustomerFields = z.output<typeof CustomerFields>

/** Contact methods of a customer; an email is required (CUST-06), and the first of each list is the main one. */
export const CustomerContactMethods = ContactMethodFields.extend({
  emails: ContactMethodFields.shape.emails.min(1, 'Email is required'),
})
export type CustomerContactMethods = z.output<typeof CustomerContactMethods>
export type CustomerContactMethodsInput = z.input<typeof CustomerContactMethods>

/** Message for a date of birth in the future; today is accepted (CUST-09). Both are YYYY-MM-DD. */
export function futureBirthMessage(dob: string | null, today: string): string | undefined {
  return dob !== null && dob > today ? 'Not later than today' : undefined
}

/** Field labels in the order of the form and of the history. */
export const customerLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: 'Date of birth',
  sex: 'Sex',
  email: 'Email',
  phone: 'Phone',
  usCitizen: 'US Citizen',
  tglanguageSpkid: 'Preferred language, speaking',
  tglanguageMailId: 'Preferred language, mailing',
  agentId: 'Agent',
} as const

/** A field's value as text; the caller resolves languages and agents. */
export function formatCustomerField(name: keyof typeof customerLabels, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (name === 'dob') return showDate(String(value)) || String(value)
  if (name === 'phone') return showPhone(String(value))
  if (name === 'sex') return value === 'F' ? 'Female' : value === 'M' ? 'Male' : ''
  if (name === 'usCitizen') return value === '' ? '' : value === true || value === 'true' ? 'Yes' : 'No'
  return String(value)
}

const tones: Readonly<Record<number, 'green' | 'amber' | 'red' | 'blue' | 'grey'>> = {
  1: 'blue',
  2: 'amber',
  3: 'green',
  4: 'grey',
  5: 'red',
}

/** Color of a customer's status; always shown with its name. */
export function customerTone(statusId: number | null): 'green' | 'amber' | 'red' | 'blue' | 'grey' {
  return tones[statusId ?? 0] ?? 'grey'
}
