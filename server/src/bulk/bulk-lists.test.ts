import { roles } from '@coverdesk/domain/access/rights.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, bulkKinds, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor } from '../route-examples/actor.ts'
import { bulkRecords } from '../route-examples/clients/bulk-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { lineOf } from '../route-examples/example-records.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())

/** A user with the rights that a kind's bulk changes name, and no others. */
async function userFor(kind: BulkKind, fullAccess: boolean): Promise<Actor> {
  const words = bulkKinds[kind].allow.split(/[ |]/)
  const claims = words.filter((word) => word.includes('.'))
  return await actor(agency, { roles: roles.filter((role) => words.includes(role)), claims, fullAccess })
}

for (const kind of kindsInBulk)
  test(`P-28 P-33 a filter on ${bulkKinds[kind].many} (${kind}) selects exactly the records that its sender may see`, async () => {
    const [me, head, other] = [await userFor(kind, false), await userFor(kind, true), await userFor(kind, false)]
    const { action, recordOf, answers, value } = bulkRecords[kind]
    const matchingFor = async (user: Actor) =>
      (await user.call(bulk[kind].previewMatching, { action, value: value(user), filter: {} })).matching
    const [before, seenBefore] = [await matchingFor(head), await matchingFor(me)]
    for (const whose of [me, other])
      await (kind === 'line' ? lineOf(agency, { agentId: whose.agentId }) : recordOf(agency, whose))
    // Rights over all records of the kind open those of others.
    const seesOthers = kind !== 'line' && answers.others === 200
    expect((await matchingFor(head)) - before).toBe(2)
    expect((await matchingFor(me)) - seenBefore).toBe(seesOthers ? 2 : 1)
  })
