import type { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import type { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import type { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import type { holds } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import type { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import type { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import type { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { insertAgent } from '../../agents/test-agents.ts'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const idOf =
  (insert: (agentId: number) => RawBuilder<{ id: number }>) =>
  async ({ agency }: Scene): Promise<number> => {
    const { rows } = await insert(await anotherAgent(agency)).execute(agency.db)
    return rows[0]?.id ?? 0
  }

const anotherAgent = (agency: Scene['agency']) => insertAgent(agency, 'Ida Case')

/** Examples of the routes on one row. */
const onRow = (row: (scene: Scene) => Promise<number>) => {
  const example = { answers: common, missing: () => ({ id: nowhere }) }
  const own = async (scene: Scene) => ({ id: await row(scene) })
  return { one: { ...example, own }, history: { ...example, own } }
}

const removeOf = (entity: string, row: (scene: Scene) => Promise<number>) => ({
  answers: common,
  own: async (scene: Scene) => ({ id: await row(scene), version: 1 }),
  missing: () => ({ id: nowhere, version: 1 }),
  leaves: { action: 'delete' as const, entity },
})

const createOf = <Said extends object>(entity: string, said: Said) => ({
  answers: common,
  own: async ({ agency }: Scene) => ({ ...said, agentId: await anotherAgent(agency) }),
  missing: () => ({ ...said, agentId: nowhere }),
  leaves: { action: 'create' as const, entity },
})

const editOf = <Said extends object>(entity: string, row: (scene: Scene) => Promise<number>, said: Said) => ({
  answers: common,
  own: async (scene: Scene) => ({ ...said, id: await row(scene), version: 1 }),
  missing: () => ({ ...said, id: nowhere, version: 1 }),
  leaves: { action: 'update' as const, entity },
})

const part = { percent: '70', startDate: '2026-01-01' }
const contract = idOf(
  (agent) => sql`insert into agent_contracts (agent_id, basis, percent, start_date)
    values (${agent}, 'percent', 60, '2026-01-01') returning id`,
)
export const agentContractExamples: ExamplesOf<typeof agentContracts> = {
  ...onRow(contract),
  list: nothing,
  create: createOf('agent-contract', part),
  edit: editOf('agent-contract', contract, part),
  remove: removeOf('agent-contract', contract),
  minimumPayout: {
    answers: common,
    own: async ({ agency }) => ({ agentId: await anotherAgent(agency) }),
    missing: () => ({ agentId: nowhere }),
  },
  setMinimumPayout: {
    answers: common,
    own: async ({ agency }) => ({ agentId: await anotherAgent(agency), version: 1, minimum: '25.00' }),
    missing: () => ({ agentId: nowhere, version: 1, minimum: '25.00' }),
    leaves: { action: 'update', entity: 'agent' },
  },
}

const override = idOf(
  (agent) => sql`insert into override_terms (agent_id, level, basis, percent, start_date)
    values (${agent}, 1, 'percent', 4, '2026-01-01') returning id`,
)
const overrideSaid = { ...part, percent: '5', level: 1 }
export const overrideExamples: ExamplesOf<typeof overrides> = {
  ...onRow(override),
  list: nothing,
  create: createOf('override', overrideSaid),
  edit: editOf('override', override, overrideSaid),
  remove: removeOf('override', override),
}

const uplineRow = async (scene: Scene): Promise<{ id: number; uplineId: number }> => {
  const uplineId = await anotherAgent(scene.agency)
  const id = await idOf(
    (agent) => sql`insert into agent_uplines (agent_id, upline_id, start_date)
      values (${agent}, ${uplineId}, '2026-01-01') returning id`,
  )(scene)
  return { id, uplineId }
}
const upline = async (scene: Scene) => (await uplineRow(scene)).id
export const uplineExamples: ExamplesOf<typeof uplines> = {
  ...onRow(upline),
  list: nothing,
  create: {
    answers: common,
    own: async ({ agency }) => ({
      agentId: await anotherAgent(agency),
      uplineId: await anotherAgent(agency),
      startDate: '2026-01-01',
    }),
    missing: async ({ agency }) => ({
      agentId: nowhere,
      uplineId: await anotherAgent(agency),
      startDate: '2026-01-01',
    }),
    leaves: { action: 'create', entity: 'agent-upline' },
  },
  edit: {
    answers: common,
    own: async (scene) => ({ ...(await uplineRow(scene)), version: 1, startDate: '2026-02-01' }),
    missing: async ({ agency }) => ({
      id: nowhere,
      version: 1,
      uplineId: await anotherAgent(agency),
      startDate: '2026-02-01',
    }),
    leaves: { action: 'update', entity: 'agent-upline' },
  },
  remove: removeOf('agent-upline', upline),
}

const advance = idOf(
  (agent) => sql`insert into agent_advances (agent_id, month, amount, reason)
    values (${agent}, '2026-01-01', 500, 'Start') returning id`,
)
const advanceSaid = { month: '01/2026', amount: '400.00', reason: 'Start' }
export const advanceExamples: ExamplesOf<typeof advances> = {
  ...onRow(advance),
  list: nothing,
  create: createOf('advance', advanceSaid),
  edit: editOf('advance', advance, advanceSaid),
  remove: removeOf('advance', advance),
}

const adjustment = idOf(
  (agent) => sql`insert into agent_adjustments (agent_id, first_month, amount, reason)
    values (${agent}, '2026-01-01', -20, 'Desk') returning id`,
)
const adjustmentSaid = { firstMonth: '01/2026', lastMonth: '03/2026', amount: '-25.00', reason: 'Desk' }
export const adjustmentExamples: ExamplesOf<typeof adjustments> = {
  ...onRow(adjustment),
  list: nothing,
  create: createOf('adjustment', adjustmentSaid),
  edit: editOf('adjustment', adjustment, adjustmentSaid),
  remove: removeOf('adjustment', adjustment),
}

const hold = idOf(
  (agent) =>
    sql`insert into pay_holds (agent_id, first_month, reason) values (${agent}, '2026-01-01', 'Audit') returning id`,
)
const holdSaid = { firstMonth: '01/2026', lastMonth: '02/2026', reason: 'Audit' }
export const holdExamples: ExamplesOf<typeof holds> = {
  ...onRow(hold),
  list: nothing,
  create: createOf('pay-hold', holdSaid),
  edit: editOf('pay-hold', hold, holdSaid),
  remove: removeOf('pay-hold', hold),
}

async function policyOf({ agency, me }: Scene): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { rows } = await sql<{ id: number }>`
    insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
    values (${carrierId}, 'SPLIT-1', 'Ida', 'Case', ${me.agentId}) returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
const splitSaid = async ({ agency }: Scene) => ({
  version: 0,
  startDate: '2026-01-01',
  shares: [{ agentId: await anotherAgent(agency), share: '100' }],
})
export const policySplitExamples: ExamplesOf<typeof policySplits> = {
  list: nothing,
  ofPolicy: {
    answers: common,
    own: async (scene) => ({ policyId: await policyOf(scene) }),
    missing: () => ({ policyId: nowhere }),
  },
  change: {
    answers: common,
    own: async (scene) => ({ ...(await splitSaid(scene)), policyId: await policyOf(scene) }),
    missing: async (scene) => ({ ...(await splitSaid(scene)), policyId: nowhere }),
    leaves: { action: 'update', entity: 'policy' },
  },
}
