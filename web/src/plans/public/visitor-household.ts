import type { HouseholdInput } from '@coverdesk/domain/plans/plan-contract.ts'
import { useSyncExternalStore } from 'react'

/** Household that a visitor entered. In memory only, never in a URL or browser storage (P-66); a reload discards it. */
let held: HouseholdInput | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useHousehold(): HouseholdInput | null {
  return useSyncExternalStore(subscribe, () => held)
}

export function keepHousehold(household: HouseholdInput): void {
  held = household
  for (const listener of listeners) listener()
}
