import type { lostPolicies, unpaidPolicies } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unpaidOf } from '../example-records.ts'

function examplesOf(variant: UnpaidVariant): ExamplesOf<typeof unpaidPolicies> & ExamplesOf<typeof lostPolicies> {
  const { entity } = variantOf[variant]
  const each = <More extends object>(more: More) => ({
    own: async ({ agency, me }: Scene) => ({ id: await unpaidOf(agency, variant, me), ...more }),
    others: async ({ agency, other }: Scene) => ({ id: await unpaidOf(agency, variant, other), ...more }),
    missing: () => ({ id: nowhere, ...more }),
  })
  const gives = async ({ agency, me }: Scene, whose: Scene['me']) => ({
    agentId: me.agentId ?? 0,
    listIds: [await unpaidOf(agency, variant, whose)],
  })
  return {
    list: nothing,
    summary: nothing,
    statuses: { answers: ofOneAgent, ...each({}) },
    setStatus: {
      answers: ofOneAgent,
      ...each({ statusId: 2, comment: 'Called' }),
      leaves: { action: 'status', entity },
    },
    history: { answers: ofOneAgent, ...each({}) },
    assign: {
      answers: ofOneAgent,
      own: (scene) => gives(scene, scene.me),
      others: (scene) => gives(scene, scene.other),
      missing: ({ me }) => ({ agentId: me.agentId ?? 0, listIds: [nowhere] }),
      leaves: { action: 'assign', entity },
    },
  }
}

export const unpaidExamples = examplesOf('unpaid')
export const lostExamples = examplesOf('lost')
