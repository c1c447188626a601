import type { Attestation } from '@coverdesk/domain/enrollment/attestations.ts'
import { type Enrollee, type EnrollmentGroup, firstGroups } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { useSyncExternalStore } from 'react'
import { newId } from '../platform/api/new-id.ts'
import { currentToken, onSessionEnd, onSessionStart, userIdOf } from '../platform/session/session.ts'

/** An enrollment that isn't submitted yet. */
export interface EnrollmentDraft {
  groups: readonly EnrollmentGroup[]
  ticked: Partial<Record<Attestation, boolean>>
  /** Idempotency key of the submission; a changed draft gets a new one. */
  submissionId: string
}

interface StoredDraft {
  draft: EnrollmentDraft
  /** Key of the enrollees when the draft was created. */
  of: string
  holder: string | null
}

/** In this tab's memory only: enrollment data is personal (A-092, P-66). */
const drafts = new Map<string, StoredDraft>()
const watchers = new Set<() => void>()

const holder = () => userIdOf(currentToken() ?? '')
const sameEnrollees = (enrollees: readonly Enrollee[]) => JSON.stringify(enrollees)

/** Draft of an application; starts over when the enrollees or their credits change. */
export function useEnrollmentDraft(appId: string, enrollees: readonly Enrollee[]): EnrollmentDraft {
  return useSyncExternalStore(watch, () => draftOf(appId, enrollees))
}

export function draftOf(appId: string, enrollees: readonly Enrollee[]): EnrollmentDraft {
  const known = drafts.get(appId)
  const of = sameEnrollees(enrollees)
  if (known && known.of === of && known.holder === holder()) return known.draft
  const draft = { groups: firstGroups(enrollees), ticked: {}, submissionId: newId() }
  drafts.set(appId, { draft, of, holder: holder() })
  return draft
}

/** Changes the draft and gives it a new submission id. */
export function changeDraft(
  appId: string,
  enrollees: readonly Enrollee[],
  change: (draft: EnrollmentDraft) => Partial<Omit<EnrollmentDraft, 'submissionId'>>,
): void {
  const before = draftOf(appId, enrollees)
  const draft = { ...before, ...change(before), submissionId: newId() }
  drafts.set(appId, { draft, of: sameEnrollees(enrollees), holder: holder() })
  notifyWatchers()
}

/** Discards the draft after submission. */
export function dropDraft(appId: string): void {
  drafts.delete(appId)
  notifyWatchers()
}

function watch(listener: () => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher()
}

onSessionEnd((reason) => {
  if (reason === 'logout') drafts.clear()
})
onSessionStart((who) => {
  for (const [appId, { holder: whose }] of drafts) if (whose !== who) drafts.delete(appId)
})
