import type { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Actor, done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { clientOf, nowhere } from '../example-records.ts'

const eachClient = {
  own: async ({ agency, me }: Scene) => ({ id: await clientOf(agency, me) }),
  others: async ({ agency, other }: Scene) => ({ id: await clientOf(agency, other) }),
  missing: () => ({ id: nowhere }),
}
const twoClients = async (agency: TestApp, whose: Actor) => ({
  id: await clientOf(agency, whose),
  otherId: await clientOf(agency, whose),
})
const eachPair = {
  own: ({ agency, me }: Scene) => twoClients(agency, me),
  others: async ({ agency, me, other }: Scene) => ({
    ...(await twoClients(agency, me)),
    otherId: await clientOf(agency, other),
  }),
  missing: async ({ agency, me }: Scene) => ({ id: await clientOf(agency, me), otherId: nowhere }),
}
const contactUpdate = { action: 'update', entity: 'contact' }
const fresh = { version: 1, otherVersion: 1 }
const mergeOf = async (agency: TestApp, whose: Actor) => {
  const merger = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.customer'] })
  return await merger.call(contactMerges.merge, { ...(await twoClients(agency, whose)), ...fresh })
}

export const contactExamples: ExamplesOf<typeof contacts> = {
  list: nothing,
  simplified: { answers: done, own: () => ({ q: 'Example' }) },
  details: { answers: ofOneAgent, ...eachClient },
}

export const contactMergeExamples: ExamplesOf<typeof contactMerges> = {
  pairs: nothing,
  duplicates: { answers: ofOneAgent, ...eachClient },
  merges: { answers: ofOneAgent, ...eachClient },
  preview: { answers: ofOneAgent, ...eachPair },
  tellApart: { answers: ofOneAgent, ...eachPair, leaves: contactUpdate },
  merge: {
    answers: ofOneAgent,
    own: async (scene) => ({ ...(await eachPair.own(scene)), ...fresh }),
    others: async (scene) => ({ ...(await eachPair.others(scene)), ...fresh }),
    missing: async (scene) => ({ ...(await eachPair.missing(scene)), ...fresh }),
    leaves: contactUpdate,
  },
  undo: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ mergeId: (await mergeOf(agency, me)).id }),
    others: async ({ agency, other }) => ({ mergeId: (await mergeOf(agency, other)).id }),
    missing: () => ({ mergeId: nowhere }),
    leaves: { action: 'undo', entity: 'contact' },
  },
}
