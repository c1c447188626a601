import { afterAll, beforeAll, expect, test } from 'vitest'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { findPlanPlace } from './plan-place.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp({}, undefined, { prepared: country })
})
afterAll(() => agency.close())

test.each([
  ['Cobb', 'Cobb'],
  ['COBB', 'Cobb'],
  ['Cobb County', 'Cobb'],
  ['Fulton County', 'Fulton'],
])('PLAN-01 a ZIP code of two counties is in the one that the exchange names: %s', async (county, found) => {
  expect(await findPlanPlace(agency.db, { zipCode: '30339', county })).toMatchObject({ county: found, state: 'GA' })
})
