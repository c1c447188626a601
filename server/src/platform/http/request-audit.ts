import type { Failure } from '@coverdesk/domain/failure.ts'
import { type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type AuditSource, auditWriter } from '../audit/audit.ts'
import type { Db } from '../db/database.ts'
import { isDownload, JsonText } from './http-call.ts'

/** Parts of a route that audit events contain. */
export type AuditedRoute = Pick<Route, 'method' | 'path' | 'audit'>

/** Audit events written by the request pipeline. If a write fails with `audit.unavailable`, the response is withheld (P-71). */
export interface RequestAudit {
  /** Records who saw which records, if the route declares a read. Resolves after commit. */
  read: (route: Route, source: AuditSource, input: unknown, result: unknown) => Promise<void>
  /** Records a rejection: 401, 403, 404 of a record, 429, a failed credential. Aggregates anonymous ones. */
  refusal: (route: AuditedRoute, source: AuditSource, params: unknown, failure: Failure) => Promise<void>
  /** Writes pending aggregates. */
  flush: () => Promise<void>
}

/** Rejected anonymous requests are aggregated into one audit event per kind, address and minute. */
const aggregationSeconds = 60
const maxCounted = 10_000
/** A polling page shows the same records repeatedly; one read event an hour is enough. */
const pollSeconds = 3_600

interface RejectionCount {
  since: number
  times: number
  write: (times: number) => Promise<void>
}

export function requestAudit(db: Db): RequestAudit {
  const write = auditWriter(db)
  const polls = new Map<string, number>()
  const anonymous = new Map<string, RejectionCount>()

  async function flush(): Promise<void> {
    const waiting = [...anonymous.values()].filter(({ times }) => times > 0)
    anonymous.clear()
    await Promise.all(waiting.map((counted) => counted.write(counted.times)))
  }

  async function count(key: string, event: RejectionCount['write']): Promise<void> {
    const now = performance.now() / 1_000
    const existing = anonymous.get(key)
    if (existing && now - existing.since < aggregationSeconds) {
      existing.times++
      return
    }
    if (anonymous.size >= maxCounted) await flush()
    anonymous.set(key, { since: now, times: 0, write: event })
    await event((existing?.times ?? 0) + 1)
  }

  return {
    async read(route, source, input, result) {
      if (route.audit === 'own' || !('reads' in route.audit)) return
      if (isDownload(result) && result.isAudited) return
      const { by = 'id', groups, about } = route.audit
      if (about !== undefined) {
        const entityId = memberOf(result, about)
        if (typeof entityId !== 'number') return
        return await write(source, { action: 'read', entity: route.audit.reads, entityId, outcome: 'done' })
      }
      const kinds = groups === undefined ? [] : kindsIn(memberOf(result, groups), by)
      const reads =
        kinds.length > 0 ? kinds : [{ entity: route.audit.reads, ...shownRecords(route, by, input, result) }]
      const record = () =>
        write(source, ...reads.map((records) => ({ action: 'read', outcome: 'done', ...records }) as const))
      if (!route.background) return await record()
      const key = `${source.sessionId} ${route.path} ${JSON.stringify(reads)}`
      const now = performance.now() / 1_000
      if (now - (polls.get(key) ?? Number.NEGATIVE_INFINITY) < pollSeconds) return
      await record()
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

/** Failed credentials, which respond with 400. */
const failedProofs = new Set<FailureCode>(['password.wrong', 'reset.code_invalid'])

/** Failed logins, whose handler writes its own event with the user. */
const ownRefusals = new Set<FailureCode>(['sign_in.refused', 'sign_in.disabled', 'sign_in.temporary_expired'])

/** A missing or invisible record counts as a rejection; an unknown route does not. */
function isRefusal({ code, status }: Failure): boolean {
  if (failedProofs.has(code)) return true
  if (status === 404) return code !== 'route.not_found'
  return status === failures['right.missing'].status || status === 401 || status === 429
}

/** Records that a response shows: the one named by the path, and the ids in the response. */
function shownRecords(
  route: Route,
  by: string,
  input: unknown,
  result: unknown,
): { entityId: string | undefined; subjects: string | undefined } {
  const requested = idIn(route, input)
  if (result instanceof JsonText) return { entityId: requested, subjects: result.ids ?? undefined }
  const rows = Array.isArray(result) ? result : memberOf(result, 'data')
  if (Array.isArray(rows)) return { entityId: requested, subjects: idsOf(rows, by) }
  const id = memberOf(result, by)
  if (Array.isArray(id)) return { entityId: requested, subjects: idsOf([result], by) }
  return {
    entityId: requested ?? (typeof id === 'number' || typeof id === 'string' ? String(id) : undefined),
    subjects: undefined,
  }
}

/** Records of each kind in a response that groups several kinds. */
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

/** Id from the path: the declared parameter, or else the last one. Only numeric ids and UUIDs, as other path parts may be names. */
function idIn(route: AuditedRoute, params: unknown): string | undefined {
  const of = typeof route.audit === 'object' && 'reads' in route.audit ? route.audit.of : undefined
  if (of === null) return undefined
  const name = of ?? /.*\{(\w*[iI]d)\}/.exec(route.path)?.[1]
  const value = name ? String(memberOf(params, name) ?? '') : ''
  return /^(\d{1,18}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value) ? value : undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
