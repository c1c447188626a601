import { type Failure, type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type AuditSource, auditWriter } from '../audit/audit.ts'
import type { Db } from '../db/database.ts'
import { isDownload, JsonText } from './http-call.ts'

/** What the record holds of a route. */
export type RecordedRoute = Pick<Route, 'method' | 'path' | 'audit'>

/** What the door itself leaves in the record; both fail with `audit.unavailable`, and then nothing is answered (P-71). */
export interface RequestAudit {
  /** Who was shown which records, when the route declares that it reads. Resolves when this is committed. */
  read: (route: Route, source: AuditSource, input: unknown, result: unknown) => Promise<void>
  /** A refusal: 401, 403, 404 of a record, 429, a proof that failed. Those of nobody known are counted, not written one by one. */
  refusal: (route: RecordedRoute, source: AuditSource, params: unknown, failure: Failure) => Promise<void>
  /** Writes what was only counted so far. */
  flush: () => Promise<void>
}

/** Strangers' refusals of one kind from one address that make one event: what is refused in a minute after the first. */
const countedSeconds = 60
const maxCounted = 10_000
/** A page that polls shows the same again and again: once an hour is enough to know who was shown what. */
const pollSeconds = 3_600

interface Counted {
  since: number
  times: number
  write: (times: number) => Promise<void>
}

export function requestAudit(db: Db): RequestAudit {
  const write = auditWriter(db)
  const polls = new Map<string, number>()
  const strangers = new Map<string, Counted>()

  async function flush(): Promise<void> {
    const waiting = [...strangers.values()].filter(({ times }) => times > 0)
    strangers.clear()
    await Promise.all(waiting.map((counted) => counted.write(counted.times)))
  }

  async function count(key: string, event: Counted['write']): Promise<void> {
    const now = performance.now() / 1_000
    const known = strangers.get(key)
    if (known && now - known.since < countedSeconds) {
      known.times++
      return
    }
    if (strangers.size >= maxCounted) await flush()
    strangers.set(key, { since: now, times: 0, write: event })
    await event((known?.times ?? 0) + 1)
  }

  return {
    async read(route, source, input, result) {
      if (route.audit === 'own' || !('reads' in route.audit)) return
      if (isDownload(result) && result.recorded) return
      const { by = 'id', groups, about } = route.audit
      if (about !== undefined) {
        const entityId = memberOf(result, about)
        if (typeof entityId !== 'number') return
        return await write(source, { action: 'read', entity: route.audit.reads, entityId, outcome: 'done' })
      }
      const kinds = groups === undefined ? [] : kindsIn(memberOf(result, groups), by)
      if (kinds.length > 0)
        return await write(source, ...kinds.map((kind) => ({ action: 'read', outcome: 'done', ...kind }) as const))
      const shown = shownBy(route, by, input, result)
      if (!route.background)
        return await write(source, { action: 'read', entity: route.audit.reads, outcome: 'done', ...shown })
      const key = `${source.sessionId} ${route.path} ${shown.entityId} ${shown.subjects}`
      const now = performance.now() / 1_000
      if (now - (polls.get(key) ?? Number.NEGATIVE_INFINITY) < pollSeconds) return
      await write(source, { action: 'read', entity: route.audit.reads, outcome: 'done', ...shown })
      if (polls.size >= maxCounted) polls.clear()
      polls.set(key, now)
    },

    async refusal(route, source, params, failure) {
      if (!isRefusal(failure) || (route.audit === 'own' && ownRefusals.has(failure.code))) return
      const facts = { route: `${route.method} ${route.path}`, code: failure.code }
      const entity = typeof route.audit === 'object' && 'reads' in route.audit ? route.audit.reads : null
      if (source.userId !== null) {
        const entityId = idIn(route, params)
        return await write(source, { action: 'denial', entity, entityId, outcome: 'refused', facts })
      }
      await count(`${source.address} ${facts.route} ${facts.code}`, (times) =>
        write(source, { action: 'denial', entity, outcome: 'refused', facts: { ...facts, times } }),
      )
    },

    flush,
  }
}

/** Proofs of who somebody is that did not hold, though they answer 400. */
const failedProofs = new Set<FailureCode>(['password.wrong', 'reset.code_invalid'])

/** Failed logins, of which the handler itself writes whose they were. */
const ownRefusals = new Set<FailureCode>(['sign_in.refused', 'sign_in.disabled', 'sign_in.temporary_expired'])

/** Records that are not there or not to be seen are refusals; addresses that do not exist are not. */
function isRefusal({ code, status }: Failure): boolean {
  if (failedProofs.has(code)) return true
  if (status === 404) return code !== 'route.not_found'
  return status === failures['right.missing'].status || status === 401 || status === 429
}

/** Whose data an answer shows: the record that the path names, and the ids of the records in the answer. */
function shownBy(
  route: Route,
  by: string,
  input: unknown,
  result: unknown,
): { entityId: string | undefined; subjects: string | undefined } {
  const asked = idIn(route, input)
  if (result instanceof JsonText) return { entityId: asked, subjects: result.ids ?? undefined }
  const rows = Array.isArray(result) ? result : memberOf(result, 'data')
  if (Array.isArray(rows)) return { entityId: asked, subjects: idsOf(rows, by) }
  const one = memberOf(result, by)
  if (Array.isArray(one)) return { entityId: asked, subjects: idsOf([result], by) }
  return {
    entityId: asked ?? (typeof one === 'number' || typeof one === 'string' ? String(one) : undefined),
    subjects: undefined,
  }
}

/** The records of each kind that an answer of several shows. */
function kindsIn(groups: unknown, by: string): { entity: string; subjects: string | undefined }[] {
  if (!Array.isArray(groups)) return []
  return groups.map((group) => {
    const data = memberOf(group, 'data')
    return { entity: String(memberOf(group, 'kind')), subjects: idsOf(Array.isArray(data) ? data : [], by) }
  })
}

function idsOf(rows: readonly unknown[], by: string): string | undefined {
  const ids = rows.flatMap((row) => memberOf(row, by)).filter((id) => typeof id === 'number')
  return ids.length > 0 ? `{${ids.join()}}` : undefined
}

/** The id in the path that the route names, or else the last one. Other parts of paths may be names of people, so that only ids of this form are taken. */
function idIn(route: RecordedRoute, params: unknown): string | undefined {
  const of = typeof route.audit === 'object' && 'reads' in route.audit ? route.audit.of : undefined
  if (of === null) return undefined
  const name = of ?? /.*\{(\w*[iI]d)\}/.exec(route.path)?.[1]
  const value = name ? String(memberOf(params, name) ?? '') : ''
  return /^(\d{1,18}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value) ? value : undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
