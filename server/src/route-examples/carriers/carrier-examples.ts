import type { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const fields = { code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 }
const update = { action: 'update', entity: 'carrier' }

const carrierOf = ({ agency }: Scene) => agency.carrier(unique('carrier'))

export const carrierExamples: ExamplesOf<typeof carriers> = {
  list: nothing,
  known: nothing,
  addKnown: {
    answers: done,
    own: () => ({ keys: ['oscar'], states: ['FL'] }),
    leaves: { action: 'create', entity: 'carrier' },
  },
  one: { answers: common, own: async (scene) => ({ id: await carrierOf(scene) }), missing: () => ({ id: nowhere }) },
  create: {
    answers: done,
    own: () => ({ ...fields, name: unique('carrier') }),
    leaves: { action: 'create', entity: 'carrier' },
  },
  edit: {
    answers: common,
    own: async (scene) => ({ ...fields, id: await carrierOf(scene), version: 1, name: unique('carrier') }),
    missing: () => ({ ...fields, id: nowhere, version: 1, name: unique('carrier') }),
    leaves: update,
  },
  setActive: {
    answers: common,
    own: async (scene) => ({ id: await carrierOf(scene), version: 1, active: false }),
    missing: () => ({ id: nowhere, version: 1, active: false }),
    leaves: update,
  },
  history: {
    answers: common,
    own: async (scene) => ({ id: await carrierOf(scene) }),
    missing: () => ({ id: nowhere }),
  },
  previewMerge: {
    answers: common,
    own: async (scene) => ({ id: await carrierOf(scene), otherId: await carrierOf(scene) }),
    missing: async (scene) => ({ id: await carrierOf(scene), otherId: nowhere }),
  },
  merge: {
    answers: common,
    own: async (scene) => ({
      id: await carrierOf(scene),
      otherId: await carrierOf(scene),
      version: 1,
      otherVersion: 1,
    }),
    missing: async (scene) => ({ id: await carrierOf(scene), otherId: nowhere, version: 1, otherVersion: 1 }),
    leaves: update,
  },
}
