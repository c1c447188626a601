import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { StoredVisitor } from '@coverdesk/domain/eligibility/typed-household.ts'
import type { VisitorDraftInput } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from './session.ts'

const key = 'visitor'
/** On a shared computer, the next user of a tab that was left must not see the answers for longer. */
const maxAgeMs = 30 * 60_000

/**
 * Household that a visitor entered, and the plan chosen for it. Never in a URL (P-66); in this tab's sessionStorage, so that a
 * reload within half an hour keeps it. The end of the tab or of a session deletes it, and a registration takes it along.
 */
let current: VisitorDraftInput | null = null
/** The form as it is typed, until it is sent. */
let typed: HouseholdInput | null = null
const listeners = new Set<() => void>()
restore()

function restore(): void {
  const stored = readStored()
  if (!stored || Date.now() - stored.at > maxAgeMs) {
    sessionStorage.removeItem(key)
    return
  }
  typed = stored.typed
  current = stored.household && { household: stored.household, plan: stored.plan }
}

function readStored(): StoredVisitor | null {
  try {
    return StoredVisitor.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return null
  }
}

function store(): void {
  const { household = null, plan = null } = current ?? {}
  if (household || typed) sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), household, plan, typed }))
  else sessionStorage.removeItem(key)
}

function set(draft: VisitorDraftInput | null): void {
  current = draft
  typed = null
  store()
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

/** The form as it was typed before a reload or another page, or null. */
export function typedHousehold(): HouseholdInput | null {
  return typed
}

/** Stores the form as it is typed; null discards the changes. */
export function storeTyped(household: HouseholdInput | null): void {
  typed = household
  store()
}

/** Forgets the household once an application starts with it, or when the visitor clears it. */
export function clearVisitorDraft(): void {
  set(null)
}

// The next person at this screen is another one.
onSessionEnd(clearVisitorDraft)
