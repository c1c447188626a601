import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesSince } from '../history/record-changes.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { editOf, eventsOf, newAgent, putAnything } from './test-agents.ts'

let agency: TestApp
let admin: Person
let carrierId: number
beforeEach(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-21T17:00:00Z'))
  admin = await agency.person({ roles: ['administrator'] })
  carrierId = await agency.carrier('Oscar')
})
afterEach(() => agency.close())

const save = (input: Parameters<typeof newAgent>[0] = {}) => admin.call(agents.save, newAgent(input))
const license = { state: 'FL', number: 'W1', line: 'Health' as const, effective: '2025-01-01', expiry: '2026-12-31' }

describe('creating and changing an agent', () => {
  test('AGENT-15 AGENT-16 without an id an agent is created with a contact and can be read back', async () => {
    const input = newAgent({
      contact: { firstName: ' Ana ', middleName: 'María', lastName: 'Vega', phones: [{ phone: '786-555-0111' }] },
    })
    const made = await admin.call(agents.save, input)
    expect(made).toMatchObject({
      name: 'Ana María Vega',
      loginEmail: input.loginEmail,
      phone: '3055550100',
      npn: input.npn,
      locationId: 1,
      locationName: 'Main Office',
      agentTypeId: 1,
      agentTypeName: 'Agent',
      statusId: 1,
      statusName: 'Active',
      version: 1,
      licenses: [],
      appointments: [],
      nextExpiry: null,
      contact: {
        firstName: 'Ana',
        middleName: 'María',
        lastName: 'Vega',
        emails: [{ email: input.loginEmail }],
        phones: [{ phone: '3055550100' }, { phone: '7865550111' }],
      },
    })
    expect(await admin.call(agents.one, { id: made.id })).toEqual(made)
  })

  test('AGENT-17 a new agent is in the short list of the selects immediately, for users who can see the agent', async () => {
    const made = await save({ contact: { firstName: 'Ana María', lastName: 'Short' } })
    const agent = await agency.person({ roles: ['agent'], fullAccess: true })
    expect(await agent.call(lookups.agents, { q: 'Ana María Short' })).toEqual([
      { id: made.id, name: 'Ana María Short', npn: made.npn },
    ])
    const stranger = await agency.person({ roles: ['agent'], npn: '5550099' })
    expect(await stranger.call(lookups.agents, { q: 'Ana María' })).toEqual([])
  })

  test('AGENT-16 with id and version the agent and the contact are updated, and omitted fields stay', async () => {
    const made = await save({ contact: { firstName: 'Ana', lastName: 'Vega', phones: [{ phone: '7865550111' }] } })
    const changed = await admin.call(
      agents.save,
      editOf(made, { loginEmail: `moved-${made.loginEmail}`, phone: '4075550122', statusId: 2, agentTypeId: 3 }),
    )
    expect(changed).toMatchObject({
      id: made.id,
      version: 2,
      statusName: 'Inactive',
      agentTypeName: 'Broker',
      phone: '4075550122',
      contact: {
        emails: [{ email: `moved-${made.loginEmail}` }],
        phones: [{ phone: '4075550122' }, { phone: '7865550111' }],
      },
    })
    const renamed = await admin.call(agents.save, editOf(changed, { contact: { firstName: 'Eva', emails: [] } }))
    expect(renamed).toMatchObject({ name: 'Eva', version: 3, contact: { lastName: '', emails: [] } })
  })

  test('AGENT-16 a login email or NPN of another agent is rejected with a message, ignoring case', async () => {
    const first = await save()
    await expect(save({ loginEmail: first.loginEmail.toUpperCase() })).rejects.toMatchObject({
      status: 400,
      code: 'agent.email_taken',
      message: 'Another agent has this login email',
    })
    await expect(save({ npn: first.npn ?? '' })).rejects.toMatchObject({ status: 400, code: 'agent.npn_taken' })
    const second = await save()
    await expect(admin.call(agents.save, editOf(second, { loginEmail: first.loginEmail }))).rejects.toMatchObject({
      code: 'agent.email_taken',
    })
    expect(await admin.call(agents.one, { id: second.id })).toEqual(second)
  })

  test('AGENT-10 P-36 invalid input is rejected at its field and changes nothing', async () => {
    const made = await save({ licenses: [license] })
    const other = await save({ licenses: [license] })
    const nonsense: [string[], object][] = [
      [['npn'], { npn: '1'.repeat(36) }],
      [['name'], { name: 'n'.repeat(151) }],
      [['loginEmail'], { loginEmail: 'nobody' }],
      [['phone'], { phone: '12' }],
      [['locationId'], { locationId: 99 }],
      [['agentTypeId'], { agentTypeId: '1'.repeat(51) }],
      [['statusId'], { statusId: 'Active' }],
      [['licenses.0.state'], { licenses: [{ ...license, state: 'Florida' }] }],
      [['licenses.1.effective'], { licenses: [license, license] }],
      [[''], { contactId: 1 }],
      [['version'], { version: undefined }],
    ]
    for (const [paths, change] of nonsense)
      expect(
        await putAnything(agency, admin, 'PUT', '/api/Agent', { ...editOf(made), ...change }),
        paths[0],
      ).toMatchObject({ status: 400, code: 'request.invalid', paths })
    for (const change of [
      { licenses: [{ ...license, id: other.licenses[0]?.id }] },
      { licenses: [{ ...license, state: 'ZZ' }] },
      { contact: { firstName: 'A\u0000' } },
    ])
      expect((await putAnything(agency, admin, 'PUT', '/api/Agent', { ...editOf(made), ...change })).status).toBe(400)
    const appointment = { carrierId: 99_999_999, state: 'FL', effective: '2026-01-01' }
    expect(
      (await putAnything(agency, admin, 'PUT', '/api/Agent', { ...editOf(made), appointments: [appointment] })).code,
    ).toBe('carrier.not_found')
    expect(await admin.call(agents.one, { id: made.id })).toEqual(made)
    expect(await admin.call(agents.one, { id: other.id })).toEqual(other)
    expect(await eventsOf(agency, 'agent', made.id)).toHaveLength(1)
  })

  test('P-26 reading or changing an agent that does not exist returns 404', async () => {
    const made = await save()
    await expect(admin.call(agents.one, { id: 999_999 })).rejects.toMatchObject({
      status: 404,
      code: 'agent.not_found',
    })
    await expect(admin.call(agents.save, { ...editOf(made), id: 999_999 })).rejects.toMatchObject({ status: 404 })
  })

  test('ACCESS-29 only an administrator can read and write agents', async () => {
    const made = await save()
    const agent = await agency.person({
      roles: ['agent', 'securityadmin'],
      claims: ['admin.AgentRate'],
      fullAccess: true,
    })
    for (const call of [
      agent.call(agents.list, {}),
      agent.call(agents.one, { id: made.id }),
      agent.call(agents.save, editOf(made, { npn: '1' })),
    ])
      await expect(call).rejects.toMatchObject({ status: 403, code: 'right.missing' })
    expect(await admin.call(agents.one, { id: made.id })).toEqual(made)
  })
})

describe('histories and versions', () => {
  test('P-74 of concurrent edits of an agent one succeeds; the others are shown who changed what', async () => {
    const made = await save()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        admin.call(
          agents.save,
          editOf(made, { contact: { firstName: `Racer ${n}`, lastName: 'Vega' }, phone: `30555501${10 + n}` }),
        ),
      ),
    )
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(won).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'record.changed',
          status: 409,
          details: {
            version: 2,
            since: [{ version: 2, by: expect.stringMatching(/^Pat Example/), action: 'Changed' }],
          },
        })
    const after = await admin.call(agents.one, { id: made.id })
    expect(after).toEqual(won[0])
    expect(after.phone?.slice(-2)).toBe(String(10 + Number(after.name.split(' ')[1])))
    expect(await eventsOf(agency, 'agent', made.id)).toHaveLength(2)
  })

  test('P-74 the field history contains the accepted changes and leads from the empty to the current state', async () => {
    const made = await save({ licenses: [license] })
    const id = made.licenses[0]?.id
    let now = made
    now = await admin.call(agents.save, editOf(now, { npn: '123', statusId: 3 }))
    now = await admin.call(agents.save, editOf(now, { licenses: [{ ...license, id, expiry: '2027-12-31' }] }))
    now = await admin.call(agents.save, editOf(now, { licenses: [] }))
    const history = await admin.call(agents.history, { id: made.id })
    expect(history.map(({ version, action }) => [version, action])).toEqual([
      [1, 'Created'],
      [2, 'Changed'],
      [3, 'Changed'],
      [4, 'Changed'],
    ])
    expect(history.slice(1).map(({ changes }) => changes)).toEqual([
      [
        { field: 'NPN', old: made.npn, new: '123' },
        { field: 'Status', old: 'Active', new: 'Suspended' },
      ],
      [
        {
          field: 'License FL Health',
          old: 'W1, 01/01/2025 to 12/31/2026',
          new: 'W1, 01/01/2025 to 12/31/2027',
        },
      ],
      [{ field: 'License FL Health', old: 'W1, 01/01/2025 to 12/31/2027', new: null }],
    ])
    const events = await eventsOf(agency, 'agent', made.id)
    expect(events.map(({ action, facts }) => [action, facts])).toContainEqual(['update', { fields: 'NPN, Status' }])
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${made.npn}|${made.loginEmail}`))
  })

  test('P-74 saving an unchanged agent creates neither a version nor history, so it causes no edit conflicts', async () => {
    const made = await save({ licenses: [license] })
    const same = { licenses: [{ ...license, id: made.licenses[0]?.id }] }
    expect(await admin.call(agents.save, editOf(made, same))).toEqual(made)
    expect(await admin.call(agents.one, { id: made.id })).toEqual(made)
    expect(await admin.call(agents.history, { id: made.id })).toHaveLength(1)
    expect(await eventsOf(agency, 'agent', made.id)).toHaveLength(1)
    // A user with the old version can still save.
    expect(await admin.call(agents.save, editOf(made, { npn: '1234' }))).toMatchObject({ version: 2, npn: '1234' })
  })

  test('P-74 a user who has an agent open is shown that the agent changed name or phone in My Account', async () => {
    const me = await agency.person({ roles: ['agent'], npn: '5551234' })
    const open = await admin.call(agents.one, { id: me.agentId ?? 0 })
    const { contact_id } = await agency.db
      .selectFrom('users')
      .select('contact_id')
      .where('id', '=', me.userId)
      .executeTakeFirstOrThrow()
    const own = await me.call(profile.one, { id: contact_id ?? 0 })
    await me.call(profile.save, { ...own, firstName: 'Renamed', phones: [{ phone: '3055550177', purposes: [] }] })
    const stale = editOf(open, { phone: '3055550100', locationId: 1, agentTypeId: 1 })
    await expect(admin.call(agents.save, stale)).rejects.toMatchObject({ code: 'record.changed' })
    const now = await admin.call(agents.one, { id: open.id })
    // The agency's lists keep the name that the agency entered (decision 011).
    expect(now).toMatchObject({ name: open.name, phone: '3055550177', contact: { firstName: 'Renamed' } })
    expect(
      (await changesSince(agency.db, 'agent', open.id)).flatMap(({ changes }) => changes.map(({ field }) => field)),
    ).toEqual(expect.arrayContaining(['Contact name', 'Phone']))
    const version = now.version
    await admin.call(agents.save, editOf(now, { locationId: 1, agentTypeId: 1 }))
    await me.call(profile.save, { ...(await me.call(profile.one, { id: own.id })), FFEID: 'me' })
    expect((await admin.call(agents.one, { id: open.id })).version).toBe(version + 1)
  })
})

test('P-77 concurrent edits of an agent by the administrator and by the agent do not deadlock', async () => {
  const me = await agency.person({ roles: ['agent'], npn: '5552222' })
  const { contact_id } = await agency.db
    .selectFrom('users')
    .select('contact_id')
    .where('id', '=', me.userId)
    .executeTakeFirstOrThrow()
  const id = contact_id ?? 0
  for (let round = 0; round < 15; round++) {
    const [own, open] = [await me.call(profile.one, { id }), await admin.call(agents.one, { id: me.agentId ?? 0 })]
    const phone = `30555501${10 + round}`
    const outcomes = await Promise.allSettled([
      me.call(profile.save, { ...own, phones: [{ phone: `78655501${10 + round}`, purposes: [] }] }),
      admin.call(agents.save, editOf(open, { phone, locationId: 1, agentTypeId: 1 })),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length, `round ${round}`).toBeGreaterThan(0)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'record.changed' })
    const after = await admin.call(agents.one, { id: open.id })
    expect(after.phone).toBe(after.contact.phones[0]?.phone)
  }
})

describe('licenses and appointments', () => {
  test('they are stored with the agent, and the database computes the same next expiry as the rule', async () => {
    const appointment = {
      carrierId,
      state: 'FL',
      number: 'O-1',
      effective: '2025-01-01',
      expiry: '2026-11-30',
      terminated: null,
    }
    const made = await save({
      licenses: [license, { ...license, state: 'GA', expiry: null }],
      appointments: [appointment],
    })
    expect(made).toMatchObject({ nextExpiry: '2026-11-30', appointments: [{ carrierName: 'Oscar' }] })
    expect(made.licenses.map(({ state }) => state)).toEqual(['FL', 'GA'])
    const input = await admin.call(
      agents.save,
      editOf(made, { appointments: [{ ...appointment, id: made.appointments[0]?.id, terminated: '2026-10-01' }] }),
    )
    expect(input).toMatchObject({ nextExpiry: '2026-12-31', licenses: made.licenses })
    const renewed = { ...license, effective: '2027-01-01', expiry: '2028-12-31' }
    const swapped = await admin.call(agents.save, editOf(input, { licenses: [...input.licenses, renewed] }))
    expect(swapped.nextExpiry).toBe('2028-12-31')
    expect((await admin.call(agents.save, editOf(swapped, { licenses: [], appointments: [] }))).nextExpiry).toBeNull()
  })

  test('two entries can swap their dates in one save, and overlapping ones are rejected, even from concurrent edits', async () => {
    const early = { ...license, effective: '2025-01-01', expiry: '2025-12-31' }
    const late = { ...license, number: 'W2', effective: '2026-01-01', expiry: '2026-12-31' }
    const made = await save({ licenses: [early, late] })
    const [second, first] = made.licenses
    const traded = await admin.call(
      agents.save,
      editOf(made, {
        licenses: [
          { ...early, id: second?.id },
          { ...late, id: first?.id },
        ],
      }),
    )
    expect(traded.licenses.map(({ id }) => id)).toEqual([first?.id, second?.id])
    await expect(
      agency.db
        .insertInto('agent_licenses')
        .values({ agent_id: made.id, state: 'FL', number: 'W3', line: 'Health', effective: '2026-12-31' })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'agent_licenses_one_a_day' })
  })

  test('what an agent may sell is explained to users who can see the agent', async () => {
    const me = await agency.person({ roles: ['agent'], npn: '5559999' })
    const open = await admin.call(agents.one, { id: me.agentId ?? 0 })
    await admin.call(
      agents.save,
      editOf(open, { phone: '3055550100', locationId: 1, agentTypeId: 1, licenses: [license] }),
    )
    const query = { id: open.id, carrierId, stateId: 12 }
    expect(await me.call(agents.authority, query)).toEqual({
      may: false,
      reasons: ['No appointment with Oscar in Florida'],
      unknown: [],
    })
    expect(await me.call(agents.authority, { id: open.id, stateId: 12 })).toEqual({
      may: true,
      reasons: [],
      unknown: [],
    })
    expect(await me.call(agents.authority, { id: open.id, stateId: 12, date: '2027-01-01' })).toEqual({
      may: false,
      reasons: ['The health license in Florida expired on 12/31/2026'],
      unknown: [],
    })
    const stranger = await agency.person({ roles: ['agent'], npn: '5559998' })
    await expect(stranger.call(agents.authority, query)).rejects.toMatchObject({ status: 404, code: 'agent.not_found' })
    await expect(me.call(agents.authority, { ...query, stateId: 3 })).rejects.toMatchObject({ status: 404 })
    await expect(me.call(agents.authority, { ...query, date: '2026-02-30' })).rejects.toMatchObject({ status: 400 })
    const partner = await agency.person({ roles: ['agent'], npn: '5559997', visibility: [[String(open.id), 'Lead']] })
    expect((await partner.call(agents.authority, query)).may).toBe(false)
  })
})
