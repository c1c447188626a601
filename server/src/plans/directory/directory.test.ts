import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { coversAll } from '@coverdesk/domain/plans/covers-all.ts'
import { planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { country } from '../../sandbox/test-catalogue.ts'
import { doctors, drugRecords, drugs, isCovered, providerRecords, publishers } from '../../testing/directory-files.ts'
import { makeFileWorld, planFilesOf } from '../../testing/plan-files.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { cmsPlans } from '../cms/cms-plans.ts'
import { startCmsServer, testCmsKey } from '../cms/test-cms-server.ts'

let agency: TestApp
let admin: Person
let cms: Awaited<ReturnType<typeof startCmsServer>>
const world = makeFileWorld({ seed: 4, issuers: 3, plansPerIssuer: 7 })
const year = 2027
const where = { year, zipCode: '33165', state: 'FL' }
const load = (source: string, name: string, text: string) =>
  admin.call(planData.upload, { year, source }, { text, name, type: 'application/octet-stream' })

beforeAll(async () => {
  cms = await startCmsServer(world)
  agency = await startTestApp({}, undefined, { prepared: country })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  admin = await agency.person({ roles: ['administrator'] })
  for (const [name, lines] of Object.entries(planFilesOf(world))) await load('FFM', name, [...lines()].join(''))
  for (const issuer of publishers(world)) {
    await load(issuer, 'providers.json', JSON.stringify(providerRecords(world, issuer)))
    await load(issuer, 'drugs.json', JSON.stringify(drugRecords(world, issuer)))
  }
})
beforeEach(() => {
  cms.state.mood = 'well'
  agency.services.cmsPlans = null
})
afterAll(async () => {
  await agency.close()
  await cms.close()
})

const useApi = () => {
  agency.services.cmsPlans = cmsPlans({ url: cms.url, key: testCmsKey, timeoutMs: 1_000 })
}
const search = (kind: 'providers' | 'drugs', text: string) =>
  callAs(agency.app, null, planDirectory.search, { ...where, kind, text })
const chosen = { providers: doctors.map(({ npi }) => npi), drugs: drugs.map(({ rxcui }) => rxcui) }
const coverage = (planIds = world.plans.map(({ id }) => id)) =>
  callAs(agency.app, null, planDirectory.coverage, { ...where, ...chosen, planIds })
const people = [{ age: 40, relation: 'self' as const, covered: true }]
const quote = () => callAs(agency.app, null, plans.quote, { zipCode: '33165', year, income: null, people })

test('PLAN-08 without files of insurers nothing is offered, and nothing is said to be not covered', async () => {
  // Georgia has an exchange of its own, which the API does not answer for.
  useApi()
  const georgia = await callAs(agency.app, null, plans.quote, {
    zipCode: '30339',
    countyFips: '13067',
    year,
    income: null,
    people,
  })
  expect(georgia.directory).toEqual({ providers: false, drugs: false })
  const asked = { ...where, zipCode: '30339', state: 'GA', ...chosen, planIds: ['30731GA0280005'] }
  const [plan] = await callAs(agency.app, null, planDirectory.coverage, asked)
  const answers = [...(plan?.providers ?? []), ...(plan?.drugs ?? [])]
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['unknown']))
})

test('PLAN-08 the loaded files and the Marketplace API give the same answers, and none for an insurer without files', async () => {
  expect((await quote()).directory).toEqual({ providers: true, drugs: true })
  // Any part of the name, in any order and without accents; two of the same name differ by what they do.
  expect(await search('providers', 'ozo xim')).toEqual([
    { id: '9000000002', name: 'Ximena Ozorio', about: 'Pediatrics, Tampa' },
    { id: '9000000001', name: 'Ximena Q Ozorio', about: 'Cardiology, Miami' },
  ])
  expect(await search('providers', 'eloise')).toMatchObject([{ id: '9000000004' }])
  expect(await search('providers', 'bayfront')).toMatchObject([{ about: 'Urgent Care, Miami' }])
  expect(await search('providers', '%%%')).toEqual([])
  expect(await search('providers', 'former doctor')).toEqual([])
  expect((await search('drugs', 'STATIN')).map(({ id }) => id)).toEqual(['99000001', '99000002'])
  const byFiles = await coverage()
  expect(byFiles.map(({ planId }) => planId)).toEqual(world.plans.map(({ id }) => id))
  for (const { planId, ...answers } of byFiles)
    for (const { id, answer } of [...answers.providers, ...answers.drugs])
      expect(answer, `${id} ${planId}`).toBe(
        planId.startsWith(world.issuers[2]?.id ?? '') ? 'unknown' : isCovered(id, planId) ? 'covered' : 'not-covered',
      )
  const drug = byFiles.flatMap((plan) => plan.drugs).find(({ answer }) => answer === 'covered')
  expect(drug).toMatchObject({ tier: 'PREFERRED-BRAND', priorAuthorization: true, stepTherapy: false })

  useApi()
  expect((await quote()).directory).toEqual({ providers: true, drugs: true })
  expect((await search('drugs', 'statin')).map(({ id }) => id)).toEqual(['99000001', '99000002'])
  expect(await search('providers', 'quill')).toEqual([
    { id: '9000000003', name: 'Bartholomew Quillfeather', about: 'Family Medicine' },
  ])
  const answersOf = (list: typeof byFiles) =>
    list.map((plan) => [plan.planId, ...[...plan.providers, ...plan.drugs].map(({ id, answer }) => `${id} ${answer}`)])
  expect(answersOf(await coverage())).toEqual(answersOf(byFiles))
  // While the API does not answer, the files do.
  cms.state.mood = 'down'
  expect(await coverage()).toEqual(byFiles)
})

test('PLAN-02 the whole list of a county is one page, and files and API leave the same plans that cover all doctors or drugs', async () => {
  const verdicts = async (kind: 'providers' | 'drugs') => {
    const { data, totalRecords } = await callAs(agency.app, null, plans.quote, {
      zipCode: '33165',
      year,
      income: null,
      people,
      pageSize: 500,
    })
    expect(data).toHaveLength(totalRecords)
    const [first = ''] = chosen[kind]
    const covered = await callAs(agency.app, null, planDirectory.coverage, {
      ...where,
      providers: [],
      drugs: [],
      [kind]: [first],
      planIds: data.map(({ id }) => id),
    })
    return covered.map((plan) => `${plan.planId} ${coversAll(plan, [kind])}`).sort()
  }
  const byFiles = [await verdicts('providers'), await verdicts('drugs')]
  for (const verdict of ['yes', 'no', 'unknown'])
    for (const lines of byFiles)
      expect(
        lines.some((line) => line.endsWith(verdict)),
        verdict,
      ).toBe(true)
  useApi()
  expect([await verdicts('providers'), await verdicts('drugs')]).toEqual(byFiles)
})

test('PLAN-08 a plan that the files of its insurer do not name is unknown, and so is a plan of another year', async () => {
  const [issuer = ''] = publishers(world)
  const [answer] = await coverage([`${issuer}FL9990001`])
  expect(new Set(answer?.providers.map((one) => one.answer))).toEqual(new Set(['unknown']))
  const [first] = world.plans
  const [other] = await callAs(agency.app, null, planDirectory.coverage, {
    ...where,
    year: 2026,
    ...chosen,
    planIds: [first?.id ?? ''],
  })
  expect(new Set(other?.drugs.map((one) => one.answer))).toEqual(new Set(['unknown']))
})

test('PLAN-08 what cannot be read of the API is a failure, and not an answer', async () => {
  useApi()
  cms.state.mood = 'no json'
  // Another state on HealthCare.gov, without files here.
  const texas = { ...where, state: 'TX' }
  const asked = { ...texas, ...chosen, planIds: world.plans.slice(0, 1).map(({ id }) => id) }
  await expect(callAs(agency.app, null, planDirectory.coverage, asked)).rejects.toMatchObject({
    code: expect.stringMatching(/^exchange\./),
  })
})
