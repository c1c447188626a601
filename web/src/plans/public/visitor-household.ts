import type { HouseholdInput } from '@coverdesk/domain/plans/plan-contract.ts'
import { useSyncExternalStore } from 'react'

/** Household that a visitor entered. In memory only, never in a URL or browser storage (P-66); a reload discards it. */
let current: HouseholdInput | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useHousehold(): HouseholdInput | null {
  return useSyncExternalStore(subscribe, () => current)
}

export function setHousehold(household: HouseholdInput): void {
  current = household
  for (const listener of listeners) listener()
}
