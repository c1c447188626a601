import type { HouseholdInput } from '@coverdesk/domain/plans/plan-contract.ts'
import { useSyncExternalStore } from 'react'

/**
 * What a visitor told of the household. In memory only: it stands in no address and no storage of the browser (P-66), and is
 * gone with the page.
 */
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
