import type { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { alike, type ExamplesOf, nothing } from '../example.ts'
import { nowhere } from '../example-records.ts'

export const lookupExamples: ExamplesOf<typeof lookups> = {
  carriers: nothing,
  countries: nothing,
  states: { ...nothing, answers: alike, missing: () => ({ countryId: nowhere }) },
  counties: { answers: alike, own: () => ({ limit: 5 }), missing: () => ({ stateId: nowhere }) },
  cities: { answers: alike, own: () => ({ limit: 5 }), missing: () => ({ stateId: nowhere }) },
  zipCode: { answers: alike, own: () => ({ zip: '33101' }), missing: () => ({ zip: '00000' }) },
  statuses: nothing,
  purposes: nothing,
  generic: { answers: alike, own: () => ({ typeId: 1 }), missing: () => ({ typeId: nowhere }) },
  agents: nothing,
}
