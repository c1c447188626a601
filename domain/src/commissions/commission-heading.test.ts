import { expect, test } from 'vitest'
import { policyFile } from '../policies/policy-csv.ts'
import { matchHeadings } from '../uploads/heading-match.ts'
import { plainProfile } from '../uploads/known-profiles.ts'
import { valueReader } from '../uploads/value-readers.ts'
import { commissionHeading } from './commission-heading.ts'

const rules = { profile: plainProfile, month: { year: 2026, month: 11 } }
const found = (headings: string) =>
  commissionHeading(
    matchHeadings(policyFile, headings.split(','), [], {
      profile: plainProfile,
      mapping: null,
      readerOf: (field) => valueReader(field, rules),
    }).uses,
  )

test('UPLOAD-11 a commission statement in the dialog of policies is recognized by its amount, a book with a commission column is not', () => {
  expect(found('Policy Number,Policyholder Name,Agent Name,Issue Date,Gross Commission')).toBe('Gross Commission')
  expect(found('Policy #,Insured,COMM AMT')).toBe('COMM AMT')
  expect(found('Policy #,Insured,Coverage Start,Commission')).toBeNull()
  expect(found('Policy #,Insured,Premium')).toBeNull()
})
