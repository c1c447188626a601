import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { loadGeography } from '../lookups/load-geography.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { Prepared } from '../testing/test-database.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** Counties and sandbox plans of 2026, 2027 and the current year, for a test app. */
export const country: Prepared = { name: 'country', fill: load }

const opened = new WeakMap<TestApp, Promise<void>>()

/** Loads the same data once into a test app that was started without it. */
export function withCatalogue(agency: TestApp): Promise<void> {
  const known = opened.get(agency) ?? load(agency.ownerUrl)
  opened.set(agency, known)
  return known
}

async function load(ownerUrl: string): Promise<void> {
  await loadGeography(ownerUrl, () => undefined)
  for (const day of ['2026-06-01', todayIn(new Date())]) await loadCatalogue(ownerUrl, day)
}
