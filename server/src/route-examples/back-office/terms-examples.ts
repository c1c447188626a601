import type { terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { findTerms } from '../../terms/find-terms.ts'
import { done, type ExamplesOf } from '../example.ts'
import { unique } from '../example-records.ts'

export const termsExamples: ExamplesOf<typeof terms> = {
  one: { answers: { own: 200, missing: 404 }, own: () => ({}), missing: () => ({ version: 999_999 }) },
  save: {
    answers: done,
    own: async ({ agency }) => {
      const { version, spanish } = await findTerms(agency.db)
      return { version, spanish, english: unique('terms') }
    },
    leaves: { action: 'update', entity: 'terms' },
  },
}
