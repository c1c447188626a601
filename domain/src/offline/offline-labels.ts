import type { incomeTypes, languages, migratoryStatuses, OfflineTyped, relations, sexes } from './offline-fields.ts'

type Words<Codes extends readonly string[]> = Record<Codes[number], string>

export const sexWords: Words<typeof sexes> = { M: 'Male', F: 'Female' }
export const languageWords: Words<typeof languages> = { en: 'English', es: 'Spanish' }
export const migratoryWords: Words<typeof migratoryStatuses> = {
  resident: 'Resident',
  citizen: 'Citizen',
  work_permit: 'Work permit',
  other: 'Other',
}
export const incomeWords: Words<typeof incomeTypes> = {
  employed: 'Employed',
  self_employed: 'Self-employed',
  unemployed: 'Unemployed',
}
export const relationWords: Words<typeof relations> = {
  spouse: 'Spouse',
  child: 'Child',
  father: 'Father',
  mother: 'Mother',
  dependent: 'Dependent',
}

/** Labels of the fields, in the form, its error list and the history. */
export const fieldLabels = {
  sourceId: 'Source',
  first_time_on_marketplace: 'First Time on Marketplace',
  note: 'Initial note',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: 'Date of birth',
  sex: 'Sex',
  ssn: 'SSN',
  apply: 'Applying for coverage',
  migratoryStatus: 'Migratory status',
  phone: 'Phone',
  email: 'Email',
  language: 'Language',
  address: 'Address',
  zipCode: 'ZIP code',
  city: 'City',
  state: 'State',
  married: 'Married',
  totalMembers: 'People in the household',
  annualHouseholdIncome: 'Annual household income',
  accountingServiceRequested: 'Requests accounting service',
  typeOfIncome: 'Type of income',
  annualIncome: 'Annual income',
  employerName: 'Employer',
  employerPhone: 'Employer phone',
  planSelected: 'Plan selected',
  monthlyPayment: 'Monthly payment',
  cardNumber: 'Card number',
  cardExpDate: 'Expiration',
  cardCvv: 'CVV',
  cardFirstName: 'First name on card',
  cardMiddleName: 'Middle name on card',
  cardLastName: 'Last name on card',
  relation: 'Relation',
} as const satisfies Record<Exclude<keyof OfflineTyped, 'offlineAppMembers'> | 'relation', string>
