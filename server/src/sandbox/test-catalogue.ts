import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { loadGeography } from '../lookups/load-geography.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Prepared } from '../testing/test-database.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** The country and the sandbox exchange's plans of 2026, 2027 and of when the test runs, for an agency that is opened with them. */
export const country: Prepared = { name: 'country', fill: load }

const opened = new WeakMap<TestApp, Promise<void>>()

/** Gives a test's agency the same, once, in a second where it was not opened with it. */
export function withCatalogue(agency: TestApp): Promise<void> {
  const known = opened.get(agency) ?? load(agency.ownerUrl)
  opened.set(agency, known)
  return known
}

async function load(ownerUrl: string): Promise<void> {
  await loadGeography(ownerUrl, () => undefined)
  for (const day of ['2026-06-01', todayIn(new Date())]) await loadCatalogue(ownerUrl, day)
}
