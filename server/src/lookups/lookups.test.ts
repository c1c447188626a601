import { type AgentArea, lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let person: Person
beforeEach(async () => {
  agency = await startTestApp()
  person = await agency.person({ roles: ['agent'], npn: '111' })
  await agency.carrier('Ambetter')
  await agency.carrier('Molina')
  // What is no place of the web is no link.
  await sql`update carriers set portal_url = case name when 'Molina' then 'javascript:alert(1)' else 'https://broker.example.com' end`.execute(
    agency.db,
  )
  await sql`insert into counties (fips, state_id, name) values ('12086', 12, 'Miami-Dade'), ('48201', 48, 'Harris')`.execute(
    agency.db,
  )
  await sql`insert into cities (state_id, name) values (12, 'Miami'), (12, 'Doral'), (48, 'Houston')`.execute(agency.db)
  await sql`insert into zip_codes (zip, city_id, county_id) select '33101', c.id, k.id from cities c, counties k where c.name = 'Miami' and k.name = 'Miami-Dade'`.execute(
    agency.db,
  )
})
afterEach(() => agency.close())

describe('look-up lists', () => {
  test('API-03 carriers, countries, states, counties and cities, each limited by the level above', async () => {
    expect(await person.call(lookups.carriers, {})).toEqual([
      { id: expect.any(Number), name: 'Ambetter', portalUrl: 'https://broker.example.com' },
      { id: expect.any(Number), name: 'Molina', portalUrl: null },
    ])
    expect(await person.call(lookups.countries, {})).toEqual([{ id: 1, code: 'US', name: 'United States' }])
    expect(await person.call(lookups.states, { countryId: 1 })).toHaveLength(51)
    expect((await person.call(lookups.counties, { stateId: 12 })).map((county) => county.name)).toEqual(['Miami-Dade'])
    expect((await person.call(lookups.cities, { stateId: 12 })).map((city) => city.name)).toEqual(['Doral', 'Miami'])
    const { count } = await agency.db
      .selectFrom('cities')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(await person.call(lookups.cities, {})).toHaveLength(Number(count))
    const [doral] = await person.call(lookups.cities, { q: 'dor' })
    expect(await person.call(lookups.cities, { id: doral?.id })).toEqual([doral])
    const [county] = await person.call(lookups.counties, { q: 'miami' })
    expect((await person.call(lookups.cities, { countyId: county?.id })).map((city) => city.name)).toEqual(['Miami'])
  })

  test('API-04 generic lists by type id; an unknown id returns an empty list', async () => {
    expect((await person.call(lookups.generic, { typeId: 1 })).map((type) => type.name)).toEqual([
      'Agent',
      'Agency',
      'Broker',
      'Employee',
    ])
    expect((await person.call(lookups.generic, { typeId: 3 })).map((type) => type.name)).toEqual(['English', 'Spanish'])
    expect(await person.call(lookups.generic, { typeId: 99 })).toEqual([])
  })

  test('API-05 statuses by kind, purposes, and the agents that the user can see', async () => {
    expect((await person.call(lookups.statuses, { type: 'policy' })).map((status) => status.name)).toEqual([
      'Active',
      'Pending',
      'Terminated',
      'Cancelled',
    ])
    expect((await person.call(lookups.purposes, {})).map((purpose) => purpose.name)).toEqual([
      'Home',
      'Work',
      'Mobile',
      'Mailing',
      'Billing',
    ])
    await agency.person({ npn: '222' })
    expect((await person.call(lookups.agents, {})).map((agent) => agent.npn)).toEqual(['111'])
  })

  test('AGENT-17 an agent is found by any part of the name, without accents, as last, first, and by the NPN; a name that begins with it comes first', async () => {
    const names = { 5551: 'Luis Ferrán', 5552: 'Fernanda Ortiz', 5553: 'Ana Vega' }
    for (const [npn, name] of Object.entries(names)) {
      const { agentId } = await agency.person({ npn })
      await agency.db
        .updateTable('agents')
        .set({ name })
        .where('id', '=', agentId ?? 0)
        .execute()
    }
    const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.AgentRate'] })
    const found = async (q: string) =>
      (await office.call(lookups.agents, { area: 'AgentRate', q })).map(({ name }) => name)
    expect(await found('ferran')).toEqual(['Luis Ferrán'])
    expect(await found('FERR')).toEqual(['Luis Ferrán'])
    expect(await found('Ferrán, Lui')).toEqual(['Luis Ferrán'])
    expect(await found('fer')).toEqual(['Fernanda Ortiz', 'Luis Ferrán'])
    expect(await found('fe')).toEqual(['Fernanda Ortiz'])
    expect(await found('5553')).toEqual(['Ana Vega'])
    expect(await found('5_53')).toEqual([])
  })

  test('ACCESS-32 an area offers the agents whose records in it are visible by the rules of that area', async () => {
    const [luis, ana] = [await agency.person({ npn: '222' }), await agency.person({ npn: '333' })]
    const ruled = await agency.person({
      roles: ['agent'],
      npn: '444',
      visibility: [
        [String(luis.agentId), 'Lead'],
        [String(ana.agentId), 'Statement'],
        ['__not_own__', 'Statement'],
        ['__all__', 'PTO'],
      ],
    })
    const offered = async (area?: AgentArea) =>
      (await ruled.call(lookups.agents, { area })).map((agent) => agent.npn).toSorted()
    expect(await offered('Lead')).toEqual(['222', '444'])
    expect(await offered('Statement')).toEqual(['333'])
    expect(await offered('PTO')).toEqual(['111', '222', '333', '444'])
    for (const area of [undefined, 'Policy', 'Customer', 'Application', 'AgentPayment', 'CommissionTracking'] as const)
      expect(await offered(area), area).toEqual(['444'])
    expect(await offered('AgentRate')).toEqual([])
    const ratesClerk = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.AgentRate'] })
    expect(await ratesClerk.call(lookups.agents, { area: 'AgentRate' })).toHaveLength(4)
    await expect(ruled.call(lookups.agents, { area: 'Nothing' as AgentArea })).rejects.toMatchObject({ status: 400 })
  })
})
