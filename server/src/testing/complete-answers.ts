import { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'

/** Complete answers of a couple in Miami with a child, who all apply. */
export const completeAnswers: EdeAnswers = EdeAnswers.parse({
  about: {
    email: 'ida@agency.test',
    phone: '(305) 555-0142',
    address: '1 Palm Ave',
    zipCode: '33165',
    countyFips: '12086',
  },
  household: {
    people: [
      personOf('1', { firstName: 'Ida', dob: '1984-04-17', sex: 'F', relationship: 'self', tobacco: 'no' }),
      personOf('2', { firstName: 'Leo', dob: '1980-09-02', sex: 'M', relationship: 'spouse', tobacco: 'no' }),
      personOf('3', { firstName: 'Mia', dob: '2014-12-11', sex: 'F', relationship: 'child' }),
    ],
  },
  taxes: { files: 'yes', jointly: 'yes', claimed: 'no' },
  income: {
    people: [
      { id: '1', has: 'yes', sources: [{ kind: 'job', amount: '4,000.00', period: 'month' }] },
      { id: '2', has: 'yes', sources: [{ kind: 'self-employment', amount: '22000', period: 'year' }] },
      { id: '3', has: 'no' },
    ],
  },
  coverage: {
    people: [
      { id: '1', coverage: 'none' },
      { id: '2', coverage: 'none' },
      { id: '3', coverage: 'none' },
    ],
  },
})

function personOf(id: string, person: { firstName: string; dob: string } & Record<string, string>) {
  return { id, lastName: 'Case', applies: 'yes', citizen: 'yes', ...person } as const
}
