import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let agent: Person
let lead: Person
beforeAll(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['TelephonyAgent', 'view.customer'], npn: '19984127' })
  lead = await agency.person({ roles: ['agent'], claims: ['TelephonyAdmin'] })
})
afterAll(() => agency.close())

async function contactOf(agentId: number | null): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Ida', last_name: 'Case', agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('TEL-04 a call is logged with its outcome on the contact that was called', async () => {
  const contactId = await contactOf(agent.agentId)
  const call = await agent.call(telephony.log, {
    phone: '(305) 555-0142',
    contactId,
    outcome: 'Left voicemail',
    comment: 'Asked to call back.',
  })
  expect(call).toMatchObject({
    userId: agent.userId,
    user: expect.stringMatching(/^Pat/),
    contactId,
    contact: 'Ida Case',
    phone: '3055550142',
    outcome: 'Left voicemail',
    comment: 'Asked to call back.',
  })
  const { data } = await agent.call(telephony.calls, { contactId })
  expect(data.map(({ id }) => id)).toEqual([call.id])
  expect((await agent.call(telephony.calls, { contactId, outcome: 'Busy' })).data).toEqual([])
  for (const nonsense of [
    { phone: '12', outcome: 'Busy' as const },
    { phone: '3055550142', outcome: 'Busy' as const, comment: 'x'.repeat(2001) },
  ])
    expect((await refusal(agent.call(telephony.log, nonsense))).code).toBe('request.invalid')
  const { details } = await refusal(agent.call(telephony.log, { phone: '12', outcome: 'Busy' }))
  expect(details).toEqual([{ path: 'phone', message: 'Not a Phone' }])
})

test('P-26 TEL-04 a contact that the user cannot read answers as missing', async () => {
  const othersContact = await contactOf(null)
  const own = await contactOf(agent.agentId)
  const log = (person: Person, contactId: number) =>
    person.call(telephony.log, { phone: '3055550142', contactId, outcome: 'Busy' })
  expect((await refusal(log(agent, othersContact))).code).toBe('contact.not_found')
  expect((await refusal(log(lead, own))).code).toBe('contact.not_found')
})

test('TEL-03 a telephony agent sees their own calls, the super role all calls', async () => {
  const phone = '7865550123'
  const ownCall = await agent.call(telephony.log, { phone, outcome: 'Answered' })
  const othersContact = await lead.call(telephony.log, { phone, outcome: 'No answer' })
  const ids = async (person: Person) => (await person.call(telephony.calls, { pageSize: 100 })).data.map(({ id }) => id)
  expect(await ids(agent)).toContain(ownCall.id)
  expect(await ids(agent)).not.toContain(othersContact.id)
  expect(await ids(lead)).toEqual(expect.arrayContaining([ownCall.id, othersContact.id]))
})

test("P-30 the log doesn't tell the name of a contact that its reader can't open", async () => {
  const contactId = await contactOf(agent.agentId)
  const { id } = await agent.call(telephony.log, { phone: '7865550177', contactId, outcome: 'Answered' })
  const shown = async (person: Person) => {
    const { data } = await person.call(telephony.calls, { pageSize: 100 })
    return data.find((call) => call.id === id)
  }
  expect(await shown(agent)).toMatchObject({ contactId, contact: 'Ida Case' })
  const hidden = { phone: '7865550177', contactId: null, contact: null }
  expect(await shown(lead)).toMatchObject(hidden)
  await sql`update contacts set agent_id = null where id = ${contactId}`.execute(agency.db)
  expect(await shown(agent)).toMatchObject(hidden)
})

test('TEL-03 TEL-04 P-20 the phone app gets the user and role from its token, once', async () => {
  const secret = agency.services.config.handOffs.telephony?.secret ?? ''
  const redeem = (token: string) => callAs(agency.app, null, handoffs.redeem, { audience: 'telephony', secret, token })
  for (const [person, role] of [
    [agent, 'agent'],
    [lead, 'super'],
  ] as const) {
    const handoff = await person.call(handoffs.telephony, {})
    expect(handoff.address).toBe('https://phone.test/app')
    expect(handoff.token).not.toBe(person.token)
    expect(await redeem(handoff.token)).toMatchObject({ user: { id: person.userId }, telephonyRole: role })
    await expect(redeem(handoff.token)).rejects.toMatchObject({ code: 'hand_off.refused' })
  }
})

test('TEL-02 ACCESS-27 without TelephonyAgent or TelephonyAdmin the routes are refused', async () => {
  const without = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.customer'] })
  for (const call of [
    without.call(telephony.calls, {}),
    without.call(telephony.log, { phone: '3055550142', outcome: 'Busy' }),
    without.call(handoffs.telephony, {}),
  ])
    expect((await refusal(call)).code).toBe('right.missing')
})
