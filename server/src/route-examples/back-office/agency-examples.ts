import type { agency } from '@coverdesk/domain/agency/agency-contract.ts'
import { agencySettings } from '../../agency/agency-queries.ts'
import { done, type ExamplesOf, nothing, type Scene } from '../example.ts'

const identity = { name: 'Sunrise Coverage', phone: '3055550142', email: 'office@sunrise.example' }
const postalAddress = { street: '120 NW 7th Ave', city: 'Miami', state: 'FL', zipCode: '33136' }

/** A different address each time, because an unchanged one leaves no audit event. */
async function anAddress({ agency }: Scene) {
  const { version } = await agencySettings(agency.db)
  return { version, identity, postalAddress: { ...postalAddress, unit: `Suite ${version + 100}` } }
}

export const agencyExamples: ExamplesOf<typeof agency> = {
  settings: nothing,
  setApproval: {
    answers: done,
    own: async ({ agency }) => {
      const { version, secondApproval } = await agencySettings(agency.db)
      return { version, secondApproval: !secondApproval }
    },
    leaves: { action: 'update', entity: 'agency' },
  },
  save: { answers: done, own: anAddress, leaves: { action: 'update', entity: 'agency' } },
}
