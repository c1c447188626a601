import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import type { VisitorDraftInput } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from './session.ts'

/**
 * Household that a visitor entered, and the plan chosen for it. In memory only, never in a URL or browser storage (P-66); a
 * reload discards it, and a registration takes it along.
 */
let current: VisitorDraftInput | null = null
const listeners = new Set<() => void>()

function set(draft: VisitorDraftInput | null): void {
  current = draft
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Household and chosen plan of the visitor. */
export function useVisitorDraft(): VisitorDraftInput | null {
  return useSyncExternalStore(subscribe, () => current)
}

export function useHousehold(): HouseholdInput | null {
  return useVisitorDraft()?.household ?? null
}

/** Sets the household; the plan was chosen for the one before. */
export function setHousehold(household: HouseholdInput): void {
  set({ household, plan: null })
}

export function setChosenPlan(plan: VisitorDraftInput['plan']): void {
  if (current) set({ ...current, plan })
}

/** Forgets the household once an application starts with it. */
export function clearVisitorDraft(): void {
  set(null)
}

// The next person at this screen is another one.
onSessionEnd(clearVisitorDraft)
