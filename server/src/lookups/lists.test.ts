import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { lists, type ValueList } from '@coverdesk/domain/lookups/list-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp({}, undefined, { locations: false })
  admin = await agency.person({ roles: ['agent', 'administrator'] })
})
afterEach(() => agency.close())

const names = ({ values }: ValueList) => values.map(({ name }) => name)
const offered = async (typeId: number) => (await admin.call(lookups.generic, { typeId })).map(({ name }) => name)
const valueNamed = (list: ValueList, name: string) => {
  const found = list.values.find((value) => value.name === name)
  if (!found) throw new Error(`${name} is not in the list`)
  return found
}

test('A-121 a new agency has no locations and the default lead sources; new values are offered immediately and recorded', async () => {
  expect(await offered(2)).toEqual([])
  expect(await offered(4)).toContain('Referral')
  const list = await admin.call(lists.add, { list: 'locations', name: ' Doral Office ' })
  expect(list.values).toEqual([{ id: 1, version: 1, name: 'Doral Office', active: true, fixed: false, uses: 0 }])
  expect(await offered(2)).toEqual(['Doral Office'])
  const { rows } = await sql`select action, facts from audit_events where entity = 'list-value'`.execute(agency.db)
  expect(rows).toEqual([{ action: 'create', facts: { list: 'Locations', value: 'Doral Office', change: 'Created' } }])
  const { rows: notifications } =
    await sql`select record from live_events where service = 'choices' and user_id = ${admin.userId}`.execute(agency.db)
  expect(notifications).toEqual([{ record: { choices: 'lists' } }])
})

test('A-121 values can be renamed, reordered, deactivated and activated; an older version and a taken or empty name are rejected', async () => {
  await admin.call(lists.add, { list: 'sources', name: 'Church fair' })
  const list = await admin.call(lists.add, { list: 'sources', name: 'Radio' })
  const radio = valueNamed(list, 'Radio')
  const edit = (fields: object) =>
    admin.call(lists.edit, { list: 'sources', id: radio.id, version: 1, name: 'Radio', active: true, ...fields })
  expect(await refusal(edit({ name: 'church FAIR' }))).toMatchObject({
    code: 'list.name_taken',
    message: "'Church fair' is in this list already",
  })
  expect((await refusal(edit({ name: ' church\u00a0 fair ' }))).code).toBe('list.name_taken')
  expect((await refusal(edit({ name: ' ' }))).code).toBe('request.invalid')
  await edit({ name: 'Radio spot', active: false })
  expect((await refusal(edit({ name: 'Too late' }))).code).toBe('record.changed')
  expect(await offered(4)).not.toContain('Radio spot')
  const again = await edit({ version: 2, name: 'Radio spot' })
  expect(await offered(4)).toContain('Radio spot')
  const ids = again.values.map(({ id }) => id).reverse()
  expect(names(await admin.call(lists.order, { list: 'sources', ids })).at(0)).toBe('Radio spot')
  expect((await offered(4)).at(0)).toBe('Radio spot')
  expect((await refusal(admin.call(lists.order, { list: 'sources', ids: ids.slice(1) }))).code).toBe('record.changed')
})

test('A-121 merging two locations moves their agents with history entries, and deletes one location', async () => {
  await admin.call(lists.add, { list: 'locations', name: 'Doral' })
  const before = await admin.call(lists.add, { list: 'locations', name: 'Doral Branch' })
  const [kept, merged] = [valueNamed(before, 'Doral'), valueNamed(before, 'Doral Branch')]
  const person = await agency.person({ roles: ['agent'], npn: '7654321' })
  const id = person.agentId ?? 0
  await sql`update agents set location_id = ${merged.id} where id = ${id}`.execute(agency.db)
  const list = await admin.call(lists.merge, {
    list: 'locations',
    id: kept.id,
    version: 1,
    otherId: merged.id,
    otherVersion: 1,
  })
  expect(names(list)).not.toContain('Doral Branch')
  expect(valueNamed(list, 'Doral')).toMatchObject({ version: 2, uses: 1 })
  expect(await admin.call(agents.one, { id })).toMatchObject({ locationName: 'Doral', version: 2 })
  const { rows } = await sql`
    select action, changes from record_changes where entity = 'agent' and record_id = ${id} and version = 2`.execute(
    agency.db,
  )
  expect(rows).toEqual([
    { action: 'Location merged', changes: [{ field: 'Location', old: 'Doral Branch', new: 'Doral' }] },
  ])
})

test('A-121 values fixed by the specification stay: fixed lists reject additions, fixed values reject changes, and dispositions cannot be merged', async () => {
  expect(await refusal(admin.call(lists.add, { list: 'agentTypes', name: 'Intern' }))).toMatchObject({
    code: 'list.fixed',
    message: "Agent types are fixed by the product and can't be changed",
  })
  const all = await admin.call(lists.all, {})
  const dispositions = all.find(({ list }) => list === 'leadDispositions')
  if (!dispositions) throw new Error('There are no dispositions')
  const doNotCall = valueNamed(dispositions, 'Do Not Call')
  const rename = { list: 'leadDispositions', id: doNotCall.id, version: 1, name: 'Call', active: true } as const
  expect((await refusal(admin.call(lists.edit, rename))).code).toBe('list.fixed')
  const more = await admin.call(lists.add, { list: 'leadDispositions', name: 'Sent to partner' })
  const [own] = more.values.slice(-1)
  expect((await admin.call(lookups.statuses, { type: 'lead' })).map(({ name }) => name)).toContain('Sent to partner')
  const merge = { list: 'leadDispositions', id: 1, version: 1, otherId: own?.id ?? 0, otherVersion: 1 } as const
  expect((await refusal(admin.call(lists.merge, merge))).code).toBe('list.fixed')
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Lead'] })
  expect((await refusal(agent.call(lists.all, {}))).code).toBe('right.missing')
})

test('A-121 customer statuses and languages of the agency are added, renamed and offered; New, English and merging them are refused', async () => {
  for (const [list, fixedName, offeredNow] of [
    [
      'customerStatuses',
      'New',
      async () => (await admin.call(lookups.statuses, { type: 'customer' })).map(({ name }) => name),
    ],
    ['languages', 'English', () => offered(3)],
  ] as const) {
    const more = await admin.call(lists.add, { list, name: 'Kreyol' })
    const own = valueNamed(more, 'Kreyol')
    expect(own.fixed, list).toBe(false)
    const edit = { list, id: own.id, version: own.version, name: 'Haitian Creole', active: true } as const
    await admin.call(lists.edit, edit)
    expect(await offeredNow(), list).toContain('Haitian Creole')
    const fixed = valueNamed(more, fixedName)
    const rename = { list, id: fixed.id, version: fixed.version, name: 'Other', active: true } as const
    expect((await refusal(admin.call(lists.edit, rename))).code, list).toBe('list.fixed')
    const merge = {
      list,
      id: fixed.id,
      version: fixed.version,
      otherId: own.id,
      otherVersion: own.version + 1,
    } as const
    expect((await refusal(admin.call(lists.merge, merge))).code, list).toBe('list.fixed')
  }
})
