import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signClientConsent } from '../testing/signing/sign-client-consent.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let agent: Person
let other: Person
let admin: Person
let customer: Person
let ambetter: number
beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '20417733' })
  admin = await agency.person({
    roles: ['agent'],
    claims: ['admin.Application', 'load.application'],
    fullAccess: true,
  })
  customer = await agency.person({ roles: ['customer'] })
  ambetter = await agency.carrier('Ambetter')
})
afterEach(() => agency.close())

let applications = 0
interface Wish {
  agent_id?: number | null
  sale_agent_id?: number | null
  user_last_name?: string
  plan_name?: string
  carrier_id?: number
  document?: string
  raw?: string
  snapshot_at?: Date
}

/** Inserts an application; returns its exchange assigned id. */
async function applicationOf(wish: Wish = {}): Promise<string> {
  const id = `71${String(++applications).padStart(8, '0')}`
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: id,
      snapshot_at: new Date('2026-03-01T15:00:00Z'),
      user_first_name: 'Ida',
      ...wish,
    })
    .execute()
  await signClientConsent(agency.db, id)
  return id
}

const eligible = {
  persons: [
    { id: '1', firstName: 'Ida', lastName: 'Case', dob: '1980-02-29', sex: 'F', primary: true },
    { id: '2', firstName: 'Leo', lastName: 'Case', dob: '2015-05-05', relationship: 'child' },
  ],
  insuranceApplication: {
    applicants: [
      {
        personId: '1',
        eligibilityInitial: {
          indicator: false,
          dateRange: { start: '2026-01-01', end: '2026-12-31' },
          earliestQHPDate: '2026-02-01',
          latestQHPDate: '2026-12-01',
        },
        eligibilitySpecial: { indicator: true },
        eligibility: { aptc: { amount: 412.5 }, csr: { category: '94% AV Level Silver Plan CSR' } },
      },
      { personId: '2', eligibilityInitial: { indicator: false } },
    ],
  },
  policies: [
    { id_exchange: 'old', dateEffective: '2025-01-01' },
    {
      id_exchange: '990',
      id_issuer: 'U91',
      plan: { id: '12345FL0010001' },
      status: 'EFFECTUATED',
      premium: { amount: '512.00', aptc_applied: 412.5, responsibility: 99.5 },
      dateEffective: '2026-02-01',
      dateExpiration: '2026-12-31',
      members: [{ personId: '1' }, { personId: '2' }],
    },
  ],
}

const blank = {
  userFirstName: 'Ida',
  userLastName: 'Case',
  userPhone: '',
  userEmail: '',
  userAddress: '',
  userAddressCity: '',
  userAddressCounty: '',
  userAddressStateCode: '',
  userAddressZipCode: '',
  planName: '',
  carrierId: '' as const,
  agentSaleId: '' as const,
}

describe('the marketplace list', () => {
  test('MKAPP-12 MKAPP-03 a row has all its fields, and E only with an eligible applicant', async () => {
    const id = await applicationOf({
      agent_id: agent.agentId,
      sale_agent_id: other.agentId,
      user_last_name: 'Zaldívar',
      carrier_id: ambetter,
      plan_name: 'Silver 4000',
      document: JSON.stringify(eligible),
    })
    await agency.db
      .updateTable('marketplace_applications')
      .set({
        user_phone: '3055550142',
        user_email: 'ida@mail.test',
        user_address: '12 Palm St',
        user_city: 'Miami',
        user_county: 'Miami-Dade',
        user_state: 'FL',
        user_zip_code: '33101',
        aptc_elected: '412.50',
      })
      .where('exchange_assigned_id', '=', id)
      .execute()
    await applicationOf({ agent_id: agent.agentId, user_last_name: 'Zaldívar U' })
    const { data, totalRecords } = await agent.call(marketplace.list, { name: 'zaldivar', sort: 'name' })
    expect(totalRecords).toBe(2)
    expect(data[0]).toMatchObject({
      exchangeAssignedId: id,
      userFirstName: 'Ida',
      userLastName: 'Zaldívar',
      userPhone: '3055550142',
      userEmail: 'ida@mail.test',
      userAddress: '12 Palm St',
      userAddressCity: 'Miami',
      userAddressCounty: 'Miami-Dade',
      userAddressStateCode: 'FL',
      userAddressZipCode: '33101',
      planName: 'Silver 4000',
      carrierName: 'Ambetter',
      eligibilityAPTCElected: '412.50',
      eligible: true,
      agentName: expect.stringMatching(/^Pat Example/),
      agentSaleName: expect.stringMatching(/^Pat Example/),
    })
    expect(Date.parse(data[0]?.snapshotDate ?? '')).toBe(Date.parse('2026-03-01T15:00:00Z'))
    expect(data[0]?.agentName).not.toBe(data[0]?.agentSaleName)
    expect(data[1]?.eligible).toBe(false)
  })

  test('MKAPP-01 each filter reduces the table; enrollment is the newest policy’s start, else the snapshot, inclusive', async () => {
    const name = 'Filterson'
    const begun = JSON.stringify({ policies: [{ dateEffective: '2026-02-01' }, { dateEffective: 'soon' }] })
    const ids = [
      await applicationOf({ user_last_name: name, plan_name: 'Blue Bronze', agent_id: agent.agentId, document: begun }),
      await applicationOf({ user_last_name: name, carrier_id: ambetter, sale_agent_id: agent.agentId }),
      await applicationOf({ user_last_name: name, plan_name: 'Clear Silver' }),
    ] as const
    const found = async (filters: Record<string, string | number>) =>
      (await admin.call(marketplace.list, { name, ...filters })).data.map((row) => row.exchangeAssignedId).sort()
    expect(await found({})).toEqual(ids)
    expect(await found({ name: 'fi' })).toEqual(ids)
    expect(await found({ planName: 'bronze' })).toEqual([ids[0]])
    expect(await found({ planName: 'bl' })).toEqual([ids[0]])
    expect(await found({ carrierId: ambetter })).toEqual([ids[1]])
    expect(await found({ carrierId: 0 })).toEqual([ids[0], ids[2]])
    expect(await found({ agentSaleId: agent.agentId ?? -1 })).toEqual([ids[1]])
    expect(await found({ agentId: agent.agentId ?? -1 })).toEqual([ids[0]])
    expect(await found({ agentId: 0 })).toEqual([ids[1], ids[2]])
    expect(await found({ enrollmentFrom: '2026-02-01', enrollmentTo: '2026-02-01' })).toEqual([ids[0]])
    expect(await found({ enrollmentFrom: '2026-03-01', enrollmentTo: '2026-03-01' })).toEqual([ids[1], ids[2]])
    expect(await found({ enrollmentFrom: '2026-03-02' })).toEqual([])
    expect((await refusal(admin.call(marketplace.list, { enrollmentFrom: '02/03/2026' }))).code).toBe('request.invalid')
  })

  test('ACCESS-31 ACCESS-32 P-30 both agents of an application see it in list, export and detail, other agents do not', async () => {
    const wish = { user_last_name: 'Visible' }
    const ownId = await applicationOf({ ...wish, agent_id: agent.agentId })
    const soldId = await applicationOf({ ...wish, sale_agent_id: agent.agentId, agent_id: other.agentId })
    const othersId = await applicationOf({ ...wish, agent_id: other.agentId })
    const unassignedId = await applicationOf(wish)
    const { data, totalRecords } = await agent.call(marketplace.list, { name: 'Visible' })
    expect([data.map((row) => row.exchangeAssignedId).sort(), totalRecords]).toEqual([[ownId, soldId], 2])
    for (const [accept, first] of [
      ['application/pdf', '%PDF'],
      ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
    ]) {
      const answer = await agency.app.inject({
        url: '/api/MarketplaceApp?name=Visible',
        headers: { authorization: `Bearer ${agent.token}`, accept },
      })
      expect([answer.statusCode, answer.rawPayload.subarray(0, first?.length).toString()]).toEqual([200, first])
    }
    const { rows } = await sql<{ subjects: number[] }>`
      select subjects from audit_events where action = 'export' and entity = 'marketplace-application'`.execute(
      agency.db,
    )
    expect(rows.map(({ subjects }) => subjects.length)).toEqual([2, 2])
    for (const appId of [othersId, unassignedId, '0'])
      for (const call of [
        () => agent.call(marketplace.one, { appId }),
        () => agent.call(marketplace.refetch, { appId }),
        () => agent.call(marketplace.update, { ...blank, appId, version: 1, agentId: '' }),
      ])
        expect((await refusal(call())).code).toBe('application.not_found')
    const seesOther = await agency.person({
      roles: ['agent'],
      claims: ['view.Application'],
      npn: '30417733',
      visibility: [[String(other.agentId), 'Application']],
    })
    expect((await seesOther.call(marketplace.list, { name: 'Visible' })).totalRecords).toBe(2)
    const elsewhere = await agency.person({
      roles: ['agent'],
      claims: ['view.Application'],
      npn: '30417734',
      visibility: [[String(other.agentId), 'Lead']],
    })
    expect((await elsewhere.call(marketplace.list, { name: 'Visible' })).totalRecords).toBe(0)
  })
})

describe('application detail', () => {
  test('MKAPP-20 MKAPP-15 MKAPP-16 the detail has object, policies and the parsed raw document', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId, raw: JSON.stringify(eligible) })
    const { object, policies, raw } = await agent.call(marketplace.one, { appId })
    expect(raw).toEqual(eligible)
    expect(object.persons.map(({ firstName }) => firstName)).toEqual(['Ida', 'Leo'])
    expect(object.insuranceApplication.applicants[0]).toMatchObject({
      eligibilityInitial: {
        indicator: false,
        dateRange: { start: '2026-01-01', end: '2026-12-31' },
        earliestQHPDate: '2026-02-01',
        latestQHPDate: '2026-12-01',
      },
      eligibilitySpecial: { indicator: true },
      eligibility: { aptc: { amount: '412.50' }, csr: { category: '94% AV Level Silver Plan CSR' } },
    })
    expect(policies[1]).toMatchObject({
      id_exchange: '990',
      id_issuer: 'U91',
      plan: { id: '12345FL0010001' },
      status: 'EFFECTUATED',
      premium: { amount: '512.00', aptc_applied: '412.50', responsibility: '99.50' },
      dateEffective: '2026-02-01',
      dateExpiration: '2026-12-31',
    })
    expect(policies[1]?.members).toHaveLength(2)
  })

  test('MKAPP-20 a malformed document is null, wrong values in one are dropped, and neither keeps a social security number', async () => {
    const broken = await applicationOf({
      raw: '{"persons": [{"firstName": "Ida", "ssn": "900-12-3456"',
      user_last_name: 'Broken',
    })
    expect(await admin.call(marketplace.one, { appId: broken })).toMatchObject({
      raw: null,
      userLastName: 'Broken',
      policies: [],
      object: { persons: [] },
    })
    const lying = await applicationOf({
      raw: JSON.stringify({
        persons: [{ firstName: ['x'], dob: '2026-02-31', ssn: 900123456 }, 'nobody', null],
        insuranceApplication: { applicants: { eligibilityInitial: 7 } },
        policies: [{ premium: 'much', members: 'all', dateEffective: '2026-13-45' }],
      }),
    })
    const { object, policies, raw, eligible: isEligible } = await admin.call(marketplace.one, { appId: lying })
    expect(object).toEqual({
      persons: [expect.objectContaining({ firstName: null, dob: null })],
      insuranceApplication: { applicants: [] },
    })
    expect(policies).toEqual([expect.objectContaining({ members: [], dateEffective: null })])
    expect([isEligible, JSON.stringify(raw).includes('***-**-3456')]).toEqual([false, true])
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from marketplace_applications
      where raw ~ '900-?12-?3456' or document::text ~ '900-?12-?3456'`.execute(agency.db)
    expect(rows[0]?.kept).toBe(0)
  })

  test('ACCESS-09 a customer can open their own application; any other answers as missing', async () => {
    const own = await applicationOf({ user_last_name: 'Own' })
    const others = await applicationOf({ user_last_name: 'Other' })
    await agency.db.updateTable('users').set({ application_id: own }).where('id', '=', customer.userId).execute()
    expect(await customer.call(marketplace.one, { appId: own })).toMatchObject({ userLastName: 'Own' })
    expect(await customer.call(marketplace.refetch, { appId: own })).toMatchObject({ userLastName: 'Own' })
    const bodies = new Set<string>()
    for (const appId of [others, '4711'])
      for (const route of [marketplace.one, marketplace.refetch]) {
        const { code, status, message } = await refusal(customer.call(route, { appId }))
        bodies.add(`${code} ${status} ${message}`)
      }
    expect([...bodies]).toEqual(['application.not_found 404 This application does not exist'])
    expect((await refusal(customer.call(marketplace.list, {}))).code).toBe('right.missing')
    const withoutApplication = await agency.person({ roles: ['customer'] })
    expect((await refusal(withoutApplication.call(marketplace.one, { appId: own }))).code).toBe('application.not_found')
  })

  test('P-73 a read of an application is recorded by its internal id, whatever the exchange calls it', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId })
    const { id } = await agent.call(marketplace.one, { appId })
    const { rows } = await sql<{ entity_id: string }>`
      select entity_id from audit_events where action = 'read' and entity = 'marketplace-application' and entity_id = ${String(id)}`.execute(
      agency.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('editing an application', () => {
  test('MKAPP-05 Update saves one’s own application by its id, and changes its agents with admin.Application only', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId, user_last_name: 'Before' })
    const typed = {
      ...blank,
      appId,
      version: 1,
      userLastName: 'After',
      userPhone: '(305) 555-0142',
      planName: 'Gold 1',
      userAddressStateCode: 'Florida',
      carrierId: ambetter,
      agentId: agent.agentId ?? '',
    } as const
    expect(await agent.call(marketplace.update, typed)).toMatchObject({
      version: 2,
      userLastName: 'After',
      userPhone: '3055550142',
      userAddressStateCode: 'FL',
      planName: 'Gold 1',
      carrierName: 'Ambetter',
      agentId: agent.agentId,
    })
    const passed = { ...typed, version: 2, agentId: other.agentId ?? '' } as const
    expect((await refusal(agent.call(marketplace.update, passed))).code).toBe('right.missing')
    expect(await admin.call(marketplace.update, passed)).toMatchObject({ agentId: other.agentId, version: 3 })
    expect((await refusal(agent.call(marketplace.update, { ...passed, version: 3 }))).code).toBe(
      'application.not_found',
    )
    const { rows } = await sql<{ action: string; facts: { fields: string } }>`
      select action, facts from audit_events where entity = 'marketplace-application' and action = 'update'
        and facts ->> 'fields' = 'Agent on record'`.execute(agency.db)
    expect(rows).toHaveLength(1)
  })

  test('no agent whom CMS’s lists forbid to sell there becomes agent on record or of the sale', async () => {
    const clerk = await agency.person({ roles: ['administrator'] })
    const list = { name: 'terminated.csv', text: 'NPN,Status,Date\n20417733,T4,10/01/2025' }
    await clerk.call(cmsRegistration.uploadTerminations, {}, list)
    const appId = await applicationOf({ agent_id: agent.agentId })
    const typed = { ...blank, appId, version: 1, userAddressStateCode: 'FL', agentId: agent.agentId ?? '' } as const
    for (const chosen of [{ agentId: other.agentId ?? '' }, { agentSaleId: other.agentId ?? '' }] as const)
      expect(await refusal(admin.call(marketplace.update, { ...typed, ...chosen }))).toMatchObject({
        code: 'agent.not_on_exchange',
        message:
          'HealthCare.gov ended its agreement with the agent on 10/01/2025 (T4, noncompliance): CMS’s termination list, terminated.csv, line 2.',
      })
    expect(await admin.call(marketplace.one, { appId })).toMatchObject({ version: 1, agentId: agent.agentId })
    const ownExchange = { ...typed, userAddressStateCode: 'CA', agentId: other.agentId ?? '' } as const
    expect(await admin.call(marketplace.update, ownExchange)).toMatchObject({ agentId: other.agentId, version: 2 })
  })

  test('P-74 an Update on an older version is refused with the conflicting changes; invalid input is refused', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId })
    const typed = { ...blank, appId, version: 1, agentId: agent.agentId ?? '' } as const
    await agent.call(marketplace.update, { ...typed, userAddressCity: 'Hialeah' })
    const late = await refusal(admin.call(marketplace.update, typed))
    expect(late.code).toBe('record.changed')
    expect(JSON.stringify(late.details)).toContain('Hialeah')
    for (const wrong of [{ userEmail: 'nobody' }, { userPhone: '12' }, { userAddressZipCode: 'x' }])
      expect((await refusal(agent.call(marketplace.update, { ...typed, ...wrong }))).code).toBe('request.invalid')
  })
})

describe('the exchange', () => {
  test('MKAPP-18 a refetch stores the exchange’s current record with a new snapshotDate, and keeps corrections of unchanged values', async () => {
    const appId = await applicationOf({
      agent_id: agent.agentId,
      document: JSON.stringify(eligible),
      user_last_name: 'Case',
    })
    const first = await agent.call(marketplace.refetch, { appId })
    expect(Date.parse(first.snapshotDate)).toBeGreaterThan(Date.parse('2026-03-01T15:00:00Z'))
    expect(first).toMatchObject({ version: 2, eligible: true, raw: { exchangeAssignedId: appId } })
    await agent.call(marketplace.update, {
      ...blank,
      appId,
      version: 2,
      agentId: agent.agentId ?? '',
      userFirstName: 'Idalia',
    })
    // The client signs again under the corrected name.
    await signClientConsent(agency.db, appId)
    await sql`
      update sandbox_exchange_applications set changed_at = now(), document = document
        || jsonb_build_object('contact', jsonb_build_object('phone', '786-555-0100'), 'policies', jsonb_build_array(
          jsonb_build_object('status', 'TERMINATED', 'dateEffective', '2026-05-01', 'plan', jsonb_build_object('name', 'Gold 9', 'issuer', 'AMBETTER'))))
      where exchange_assigned_id = ${appId}`.execute(agency.db)
    expect(await agent.call(marketplace.refetch, { appId })).toMatchObject({
      userFirstName: 'Idalia',
      userPhone: '7865550100',
      planName: 'Gold 9',
      carrierId: ambetter,
      enrollmentDate: '2026-05-01',
      policies: [expect.objectContaining({ status: 'TERMINATED' })],
    })
  })

  test('MKAPP-18 an older answer that arrives late does not take back a newer one', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId, document: JSON.stringify(eligible) })
    const { exchange } = agency.services
    const answer = (email: string, snapshotDate: string) =>
      JSON.stringify({ exchangeAssignedId: appId, snapshotDate, contact: { email } })
    const late = answer('old@mail.test', '2026-01-02T10:00:00Z')
    const early = answer('new@mail.test', new Date().toISOString())
    try {
      const waits = async () => {
        agency.services.exchange = { ...exchange, application: async () => early }
        await agent.call(marketplace.refetch, { appId })
        return late
      }
      agency.services.exchange = { ...exchange, application: waits }
      expect(await agent.call(marketplace.refetch, { appId })).toMatchObject({ userEmail: 'new@mail.test' })
    } finally {
      agency.services.exchange = exchange
    }
  })

  test('MKAPP-18 the agent of record is known by the NPN, with zeros in front or not; a namesake of another agency is not ours', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId, document: JSON.stringify(eligible) })
    const { rows } = await sql<{ npn: string; name: string }>`
      select npn, name from agents where id = ${agent.agentId}`.execute(agency.db)
    const { exchange } = agency.services
    const told = async (agents: object, day: number) => {
      const answer = { exchangeAssignedId: appId, snapshotDate: `2026-11-0${day}T10:00:00Z`, agents }
      agency.services.exchange = { ...exchange, application: async () => JSON.stringify(answer) }
      await sql`update marketplace_applications set snapshot_at = '2026-10-01', agent_id = ${agent.agentId}
        where exchange_assigned_id = ${appId}`.execute(agency.db)
      await agent.call(marketplace.refetch, { appId })
      const stored = await sql<{ agentId: number | null; agentNpn: string }>`
        select agent_id as "agentId", agent_npn as "agentNpn" from marketplace_applications
        where exchange_assigned_id = ${appId}`.execute(agency.db)
      return stored.rows[0]
    }
    try {
      expect(await told({ npn: `00${rows[0]?.npn}`, name: 'Other Name' }, 1)).toEqual({
        agentId: agent.agentId,
        agentNpn: rows[0]?.npn,
      })
      await sql`update marketplace_applications set sale_agent_id = ${agent.agentId} where exchange_assigned_id = ${appId}`.execute(
        agency.db,
      )
      expect(await told({ npn: '88000001', name: rows[0]?.name }, 2)).toEqual({ agentId: null, agentNpn: '88000001' })
    } finally {
      agency.services.exchange = exchange
    }
  })

  test('an exchange that does not respond, or responds with invalid data or another application, changes nothing', async () => {
    const appId = await applicationOf({ agent_id: agent.agentId, document: JSON.stringify(eligible) })
    const { exchange } = agency.services
    const answers: [() => Promise<string | null>, string][] = [
      [() => Promise.reject(new Error('connect ECONNREFUSED')), 'exchange.unavailable'],
      [async () => '<html>Bad gateway', 'exchange.unexpected_response'],
      [async () => JSON.stringify({ exchangeAssignedId: 'another' }), 'exchange.unexpected_response'],
      [async () => null, 'exchange.unknown_application'],
    ]
    try {
      for (const [application, code] of answers) {
        agency.services.exchange = { ...exchange, application }
        expect((await refusal(agent.call(marketplace.refetch, { appId }))).code).toBe(code)
      }
    } finally {
      agency.services.exchange = exchange
    }
    expect(await agent.call(marketplace.one, { appId })).toMatchObject({ version: 1, eligible: true })
  })
})
