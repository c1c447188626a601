import type { Attestation } from '@coverdesk/domain/enrollment/attestations.ts'
import { type Enrollee, type EnrollmentGroup, firstGroups } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { useSyncExternalStore } from 'react'
import { newId } from '../platform/api/new-id.ts'
import { currentToken, onSessionEnd, onSessionStart, userIdOf } from '../platform/session/session.ts'

/** An enrollment that somebody is at, before it is sent. */
export interface EnrollmentDraft {
  groups: readonly EnrollmentGroup[]
  ticked: Partial<Record<Attestation, boolean>>
  /** Of what would be sent now: what is changed is another enrollment, what is sent again is not. */
  submissionId: string
}

interface Kept {
  draft: EnrollmentDraft
  /** Who could be enrolled when it began. */
  of: string
  holder: string | null
}

/** In the memory of this tab only: who is enrolled with whom is nobody else's business (A-092, P-66). */
const kept = new Map<string, Kept>()
const watchers = new Set<() => void>()

const holder = () => userIdOf(currentToken() ?? '')
const sameEnrollees = (enrollees: readonly Enrollee[]) => JSON.stringify(enrollees)

/** The draft of an application; it begins anew when other people, or other credits, can be enrolled than before. */
export function useEnrollmentDraft(appId: string, enrollees: readonly Enrollee[]): EnrollmentDraft {
  return useSyncExternalStore(watch, () => draftOf(appId, enrollees))
}

/** The draft as it is now. */
export function draftOf(appId: string, enrollees: readonly Enrollee[]): EnrollmentDraft {
  const known = kept.get(appId)
  const of = sameEnrollees(enrollees)
  if (known && known.of === of && known.holder === holder()) return known.draft
  const draft = { groups: firstGroups(enrollees), ticked: {}, submissionId: newId() }
  kept.set(appId, { draft, of, holder: holder() })
  return draft
}

/** Changes the draft; it is another enrollment from then on. */
export function changeDraft(
  appId: string,
  enrollees: readonly Enrollee[],
  change: (draft: EnrollmentDraft) => Partial<Omit<EnrollmentDraft, 'submissionId'>>,
): void {
  const before = draftOf(appId, enrollees)
  const draft = { ...before, ...change(before), submissionId: newId() }
  kept.set(appId, { draft, of: sameEnrollees(enrollees), holder: holder() })
  tell()
}

/** Forgets the draft: it was sent. */
export function dropDraft(appId: string): void {
  kept.delete(appId)
  tell()
}

function watch(listener: () => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

function tell(): void {
  for (const watcher of watchers) watcher()
}

onSessionEnd((reason) => {
  if (reason === 'logout') kept.clear()
})
onSessionStart((who) => {
  for (const [appId, { holder: whose }] of kept) if (whose !== who) kept.delete(appId)
})
