import { expect, test } from 'vitest'
import { TypedHousehold } from './typed-household.ts'

test('CONSUMER-09 an answer that the form refuses is kept over a reload, too', () => {
  const typed = {
    zipCode: '33165',
    year: '2026',
    event: 'birth',
    eventDate: '11/2',
    countyFips: '',
    income: '$41,237.00 a year, before taxes',
    people: [
      {
        age: '',
        relation: 'self',
        covered: true,
        expecting: '',
        status: '',
        coverage: '',
        offer: '',
        minimumValue: 'no',
        tobacco: '',
      },
    ],
  }
  expect(TypedHousehold.parse(typed)).toEqual(typed)
})
