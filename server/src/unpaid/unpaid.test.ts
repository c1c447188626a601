import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, unpaidVariants, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let owner: Person
let ana: Person
let luis: Person
const stakeOf = (rows: readonly UnpaidRow[]) => rows.reduce((sum, row) => sum + (cents(row.atStake ?? '') ?? 0), 0)
const names = ['Inés Álvarez', 'Derrick Holloway', 'Keisha Marlowe', 'Guadalupe Arrieta', 'Zoé Núñez']

beforeEach(async () => {
  ;({ agency, admin, owner, ana, luis } = await startUnpaidApp())
})
afterEach(() => agency.close())

/**
 * A carrier with five unpaid and five lost policies in November: the first three of each are Ana's, the others Luis's.
 */
async function ownBook(variant: UnpaidVariant) {
  const carrier = await newCarrier(agency)
  const policies = (prefix: string, paid: string): PolicyFields[] =>
    names.map((name, at) => ({ number: `${prefix}${at + 1}`, name, paid, npn: at < 3 ? '19984127' : '20417733' }))
  const october = [...policies('U', '12/31/2026'), ...policies('L', '12/31/2026')]
  await uploadPolicies(admin, { carrierId: carrier.id, month: 10 }, october)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 11 }, policies('U', '10/31/2026'))
  const calls = callsOfVariant[variant]
  const rows = async (filters: object = {}, person = owner): Promise<UnpaidRow[]> => {
    const query = { pageSize: 100, sort: 'policyNumber', carrierId: carrier.id, ...filters } as const
    return (await person.call(calls.list, query)).data
  }
  return {
    carrier,
    rows,
    /** Last digits of the policy numbers. */
    numbers: async (filters: object = {}, person = owner) =>
      (await rows(filters, person)).map(({ policyNumber }) => policyNumber.slice(1)).join(''),
    row: async (place: number) => (await rows())[place - 1] ?? Promise.reject(new Error('No row')),
  }
}

describe.each(unpaidVariants)('%s', (variant) => {
  const calls = callsOfVariant[variant]

  test('UNPAID-04 UNPAID-05 each filter reduces the rows, also combined, with pages and an exact count, and agents see their own', async () => {
    const { carrier, numbers, row } = await ownBook(variant)
    expect(await numbers()).toBe('12345')
    expect(await numbers({}, ana)).toBe('123')
    expect(await numbers({ agentId: ana.agentId }, luis)).toBe('')
    expect(await numbers({ agentId: luis.agentId })).toBe('45')
    expect(await numbers({ aorId: ana.agentId, insuredName: 'mar' })).toBe('3')
    expect(await numbers({ insuredName: 'álv' })).toBe('1')
    expect(await numbers({ policyNumber: `${variant === 'unpaid' ? 'u' : 'l'}4` })).toBe('4')
    expect(await numbers({ carrierId: carrier.id, month: 11, year: 2026, statusId: 1 })).toBe('12345')
    expect(await numbers({ month: 10 })).toBe('')
    expect(await numbers({ year: 2025 })).toBe('')
    expect(await numbers({ statusId: 2 })).toBe('')
    const page = await owner.call(calls.list, {
      pageNumber: 2,
      sort: 'insured',
      order: 'asc',
      pageSize: 2,
      carrierId: carrier.id,
    })
    expect(page).toMatchObject({ totalRecords: 5, pageNumber: 2, pageSize: 2, totalPages: 3 })
    expect(page.data.map(({ insuredName }) => insuredName)).toEqual(['Derrick Holloway', 'Keisha Marlowe'])
    const one = await row(1)
    expect(one).toMatchObject({
      agentId: ana.agentId,
      aorId: ana.agentId,
      carrier: carrier.name,
      insuredName: 'Inés Álvarez',
      status: 'Pending',
      statusId: 1,
      numberOfMembers: 2,
      month: 11,
      year: 2026,
      agent: expect.stringMatching(/^Pat/),
      aor: expect.stringMatching(/^Pat/),
    })
    for (const wrong of [{ month: 13 }, { year: 'x' }, { agentId: -1 }, { nonsense: 1 }])
      expect((await refusal(owner.call(calls.list, wrong as object))).code).toBe('request.invalid')
  })

  test('UNPAID-02 UNPAID-03 the summary has each agent’s policies by status, equal to the rows under the same filters', async () => {
    const { carrier, rows } = await ownBook(variant)
    for (const [filters, person] of [
      [{}, owner],
      [{}, ana],
      [{ insuredName: 'arr' }, owner],
      [{ agentId: luis.agentId ?? 0 }, owner],
      [{ statusId: 2 }, owner],
    ] as const) {
      const listed = await rows(filters, person)
      const summary = await person.call(calls.summary, { carrierId: carrier.id, ...filters })
      expect(summary.reduce((sum, { total }) => sum + total, 0)).toBe(listed.length)
      for (const { agentId, listStatus, total, atStake } of summary) {
        const own = listed.filter((row) => row.agentId === agentId)
        expect(total).toBe(own.length)
        expect(listStatus).toHaveLength(6)
        for (const { statusName, subTotal } of listStatus)
          expect(subTotal).toBe(own.filter(({ status }) => status === statusName).length)
        expect(cents(atStake)).toBe(stakeOf(own))
      }
    }
    const all = await owner.call(calls.summary, { carrierId: carrier.id })
    expect(all.map(({ agentId, total }) => [agentId, total])).toEqual([
      [ana.agentId, 3],
      [luis.agentId, 2],
    ])
    expect((await refusal(owner.call(calls.summary, { month: 0 }))).code).toBe('request.invalid')
  })

  test('the value at stake leaves out rows whose status says that they are done, and the resolved list says what was', async () => {
    const { carrier, rows } = await ownBook(variant)
    const table = variant === 'unpaid' ? 'unpaid_policies' : 'lost_policies'
    await sql`update ${sql.table(table)} set at_stake = 20 + id % 5 where carrier_id = ${carrier.id}`.execute(agency.db)
    const [first, second, ...others] = await rows()
    const stake = async () =>
      (await owner.call(calls.summary, { carrierId: carrier.id })).reduce(
        (sum, agent) => sum + (cents(agent.atStake) ?? 0),
        0,
      )
    expect(await stake()).toBe(stakeOf(await rows()))
    const [done, last] = variantOf[variant].doneStatuses
    for (const [row, statusId] of [
      [first, done],
      [second, last],
    ] as const)
      await owner.call(calls.setStatus, { id: row?.id ?? 0, statusId: statusId ?? 0, comment: 'Paid today' })
    expect(await stake()).toBe(stakeOf(others))
    expect(stakeOf(others)).toBeGreaterThan(0)
    const [summary] = await owner.call(calls.summary, { carrierId: carrier.id, agentId: ana.agentId ?? 0 })
    expect(summary?.total).toBe(3)
  })

  test('UNPAID-10 UNPAID-11 UNPAID-13 UNPAID-14 UNPAID-15 a status is set with a comment and appears in the history; the last entry is the current one', async () => {
    const { row } = await ownBook(variant)
    const one = await row(1)
    expect(await ana.call(calls.statuses, { id: one.id })).toEqual([])
    const statuses = await owner.call(lookups.statuses, { type: variant === 'unpaid' ? 'nonpaid' : 'lost' })
    expect(statuses.map(({ name }) => name)).toEqual(
      variant === 'unpaid'
        ? ['Pending', 'Contacted', 'Promised to Pay', 'Paid', 'Not Reachable', 'Cancelled']
        : ['Pending', 'Contacted', 'Recovered', 'Moved to Another Agent', 'Not Interested', 'Not Reachable'],
    )
    const set = (statusId: number, comment: string, more: object = {}) =>
      ana.call(calls.setStatus, { id: one.id, statusId, comment, ...more })
    for (const wrong of [set(0, 'Called'), set(2, ' '), set(99, 'Called')])
      expect((await refusal(wrong)).status).toBe(400)
    expect(await set(2, 'Called her')).toMatchObject({ status: 'Contacted', version: one.version + 1 })
    await set(3, 'Friday', { version: one.version + 1 })
    const history = await ana.call(calls.statuses, { id: one.id })
    expect(history.map(({ status, comment, endDate }) => [status, comment, endDate === null])).toEqual([
      ['Contacted', 'Called her', false],
      [statuses[2]?.name, 'Friday', true],
    ])
    expect(history[0]?.endDate).toBe(history[1]?.createdDate)
    expect(history[1]?.createdBy).toMatch(/^Pat Example/)
    expect((await row(1)).status).toBe(history.at(-1)?.status)
    expect((await refusal(luis.call(calls.statuses, { id: one.id }))).status).toBe(404)
    expect((await refusal(luis.call(calls.setStatus, { id: one.id, statusId: 2, comment: 'x' }))).status).toBe(404)
    expect((await refusal(ana.call(calls.setStatus, { id: 999_999_999, statusId: 2, comment: 'x' }))).status).toBe(404)
  })

  test('P-74 when many change the status of one version, one succeeds and the others see who did what', async () => {
    const { row } = await ownBook(variant)
    const one = await row(2)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? ana : owner).call(calls.setStatus, {
          id: one.id,
          statusId: 2,
          comment: `Call ${index}`,
          version: one.version,
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'record.changed',
          details: {
            since: [
              { by: expect.stringMatching(/^Pat/), changes: [{ field: 'Status', old: 'Pending', new: 'Contacted' }] },
            ],
          },
        })
    expect(await owner.call(calls.statuses, { id: one.id })).toHaveLength(1)
    expect((await owner.call(calls.history, { id: one.id })).map(({ action }) => action)).toEqual(['Status changed'])
  })

  test('UNPAID-16 UNPAID-17 UNPAID-18 assigning needs an active agent and admin.Policy, and assigns all of them or none', async () => {
    const { rows, numbers } = await ownBook(variant)
    const listIds = (await rows()).slice(2, 4).map(({ id }) => id)
    const agentId = luis.agentId ?? 0
    const assign = (input: object, person = owner) => person.call(calls.assign, { agentId, listIds, ...input })
    expect((await refusal(owner.call(calls.assign, { listIds } as never))).message).toMatch('Agent is required')
    for (const input of [{ agentId: 0 }, { listIds: [] }, { listIds: [listIds[0], listIds[0]] }, { marks: [] }])
      expect((await refusal(assign(input))).status).toBe(400)
    expect((await refusal(assign({ agentId: 999_999_999 }))).code).toBe('agent.not_found')
    expect((await refusal(assign({}, ana))).code).toBe('right.missing')
    expect((await refusal(assign({ listIds: [...listIds, 999_999_999] }))).code).toBe('record.not_found')
    const idle = await agency.person({ roles: ['agent'], npn: variant === 'unpaid' ? '30000001' : '30000002' })
    await sql`update agents set status_id = 2 where id = ${idle.agentId}`.execute(agency.db)
    expect((await refusal(assign({ agentId: idle.agentId }))).message).toBe('This agent is not active')
    const clerk = await agency.person({
      roles: ['agent'],
      claims: ['admin.Policy'],
      visibility: [[String(ana.agentId), 'Policy']],
    })
    expect((await refusal(assign({}, clerk))).code).toBe('record.not_found')
    expect(await numbers({ agentId })).toBe('45')

    const preview = await owner.call(bulk[variant].preview, {
      action: `${variant}.agent`,
      value: agentId,
      ids: listIds,
    })
    expect(preview.data.map(({ from, outcome }) => [from, outcome])).toEqual([
      [null, 'changes'],
      [null, 'changes'],
    ])
    const marks = preview.data.map(({ mark }) => mark)
    await ana.call(calls.setStatus, { id: listIds[0] ?? 0, statusId: 5, comment: 'Nobody there' })
    expect((await refusal(assign({ marks }))).code).toBe('bulk.edit_conflict')
    expect(await numbers({ agentId })).toBe('45')

    expect(await assign({})).toMatchObject({ records: 2, to: expect.stringMatching(/^Pat/) })
    expect(await numbers({ agentId })).toBe('345')
    const notified = await luis.call(notifications.list, {})
    expect(notified.data[0]).toMatchObject({ kind: variant, text: `2 ${variant} policies were assigned to you` })
    // Both the agent of record and the assignee see it.
    expect(await numbers({}, ana)).toBe('123')
    expect(await numbers({}, luis)).toBe('345')
    const history = await owner.call(calls.history, { id: listIds[0] ?? 0 })
    expect(history.at(-1)).toMatchObject({ action: 'Assigned', changes: [{ field: 'Agent', old: null }] })
    const [change] = await owner.call(bulk[variant].recent, {})
    await owner.call(bulk[variant].undo, { id: change?.id ?? 0 })
    expect(await numbers({ agentId })).toBe('45')
  })

  test('UNPAID-09 notes belong to the policy for those who see it, and not to other records with the same number', async () => {
    const { row } = await ownBook(variant)
    const one = await row(4)
    const record = { entityId: one.id, entityMetadataId: notedKinds[variant].id }
    await luis.call(notes.add, { ...record, noteBody: 'Left a message' })
    expect((await luis.call(notes.list, record)).map(({ noteBody }) => noteBody)).toEqual(['Left a message'])
    expect((await refusal(ana.call(notes.list, record))).code).toBe('record.not_found')
    const lead = await agency.person({ roles: ['agent'], claims: ['view.Lead'] })
    expect((await refusal(lead.call(notes.list, record))).code).toBe('right.missing')
    const [other] = unpaidVariants.filter((one) => one !== variant)
    const elsewhere = { ...record, entityMetadataId: notedKinds[other ?? 'lost'].id }
    const found = await owner.call(notes.list, elsewhere).catch(() => [])
    expect(
      found.some(
        ({ noteBody, entityMetadataId }) =>
          noteBody === 'Left a message' && entityMetadataId === record.entityMetadataId,
      ),
    ).toBe(false)
  })
})

test('UNPAID-17 assigning unpaid policies is available at both spellings of its path', async () => {
  const { row } = await ownBook('unpaid')
  const listIds = [(await row(1)).id]
  for (const url of ['/api/PolicyNonPaid/assing', '/api/PolicyNonPaid/assign']) {
    const answer = await agency.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { agentId: luis.agentId, listIds },
    })
    expect(answer.statusCode).toBe(200)
  }
})
