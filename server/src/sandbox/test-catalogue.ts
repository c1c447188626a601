import { loadGeography } from '../lookups/load-geography.ts'
import type { Agency } from '../platform/test-agency.ts'
import { loadCatalogue } from './load-catalogue.ts'

const opened = new WeakMap<Agency, Promise<void>>()

/** Gives a test's agency the country and the sandbox exchange's plans of 2026 and 2027, once. */
export function withCatalogue(agency: Agency): Promise<void> {
  const known = opened.get(agency) ?? load(agency.ownerUrl)
  opened.set(agency, known)
  return known
}

async function load(ownerUrl: string): Promise<void> {
  await loadGeography(ownerUrl, () => undefined)
  await loadCatalogue(ownerUrl, '2026-06-01')
}
