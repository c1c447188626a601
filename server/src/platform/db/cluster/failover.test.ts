import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankLead } from '../../../leads/blank-lead.ts'
import { startPrimaryWithStandby } from '../../../testing/standby/start-primary-with-standby.ts'
import { type Person, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeTestFolder, removeTestFolder } from '../../../testing/test-folder.ts'
import { migrate } from '../migrate.ts'
import { openStandby, type Standby } from '../standby/standby.ts'

let folder: string
let databases: Awaited<ReturnType<typeof startPrimaryWithStandby>>
let agency: TestApp
let standby: Standby
let person: Person

beforeAll(async () => {
  folder = makeTestFolder('coverdesk cluster ')
  databases = await startPrimaryWithStandby(folder)
  standby = openStandby(databases.clusterUrl('prefer-standby'))
  const database = { ...databases.primary, appUrl: databases.clusterUrl('read-write') }
  agency = await startTestApp({}, undefined, { database, standby })
  person = await agency.person({ roles: ['administrator', 'agent'], claims: [...allClaims], fullAccess: true })
}, 120_000)
afterAll(async () => {
  await agency?.close()
  await standby?.close()
  await databases?.stop()
  await removeTestFolder(folder)
})

test('P-89 P-77 a promoted standby takes over with the same settings, and the former primary answers reads once it is back', async () => {
  const add = (lastName: string) => person.call(leads.create, { ...blankLead, firstName: 'Pat', lastName })
  const namesIn = async () => (await person.call(leads.list, {})).data.map(({ lastName }) => lastName).sort()
  const isAnsweredByStandby = async () => {
    await standby.sample(agency.db)
    return (await standby.find(null)) !== null
  }
  await add('Before')
  await expect.poll(isAnsweredByStandby).toBe(true)

  await databases.stopPrimary()
  const headers = { authorization: `Bearer ${person.token}` }
  const refused = await agency.app.inject({ url: '/api/Lead', headers })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)])

  await databases.promote()
  const added = () => add('After').then(() => 'added', String)
  await expect.poll(added, { timeout: 10_000 }).toBe('added')
  expect(await namesIn()).toEqual(['After', 'Before'])
  expect(await migrate(databases.clusterUrl('read-write', { asOwner: true }))).toEqual([])
  expect(await isAnsweredByStandby()).toBe(false)

  await databases.returnAsStandby()
  await expect.poll(isAnsweredByStandby, { timeout: 30_000, interval: 500 }).toBe(true)
  const { groups } = await person.call(search.everywhere, { q: 'After' })
  expect(groups.flatMap(({ data }) => data.map(({ title }) => title))).toEqual(['Pat After'])
}, 90_000)
