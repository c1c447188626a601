import { randomBytes } from 'node:crypto'
import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type ExamplesOf, nothing } from '../example.ts'

const leaves = { action: 'create', entity: 'hand-off' }
/** Credentials of the external application. */
const redeeming = ({ services: { config } }: TestApp, token: string) => ({
  audience: 'ede' as const,
  secret: config.handOffs.ede?.secret ?? '',
  token,
})

export const handoffExamples: ExamplesOf<typeof handoffs> = {
  marketplace: { ...nothing, leaves },
  ede: { ...nothing, leaves },
  telephony: { ...nothing, leaves },
  marketing: { ...nothing, leaves },
  redeem: {
    answers: { own: 200, missing: 401 },
    own: async ({ agency }) => {
      const customer = await agency.person({ roles: ['customer'], claims: ['view.EDE'] })
      return redeeming(agency, (await customer.call(handoffs.ede, {})).token)
    },
    missing: ({ agency }) => redeeming(agency, randomBytes(32).toString('base64url')),
    leaves: { action: 'export', entity: 'user' },
  },
}
