import type { CmsListState, cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { isWorthAlert, nextNight, nextTry } from '@coverdesk/domain/cms-registration/list-fetch.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { type CmsFileKind, cmsFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { sql } from 'kysely'
import { type AuditSource, writeAudit } from '../../platform/audit/audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import type { FileVersion } from '../../platform/integrations/fetch-file.ts'

/** A list that this node fetches now. */
export interface ClaimedFetch {
  kind: CmsFileKind
  address: string
  /** Version of the last file from this address that was loaded or known; null without one. */
  known: FileVersion | null
  /** Tries since the last success. */
  failures: number
}

export type FetchResult =
  | { outcome: 'loaded' | 'unchanged'; message: string; version: FileVersion | null }
  | { outcome: 'failed'; message: string; cause: unknown }

/** After this a claim belongs to a server that is gone: longer than the longest fetch. */
const claimMinutes = 60

/** Claims a list whose fetch is due, so that no other node fetches it too; null if it is not due or claimed. */
export async function claimFetch(db: Db, kind: CmsFileKind, address: string, now: Date): Promise<ClaimedFetch | null> {
  const { rows } = await sql<FileVersion & { url: string; failures: number }>`
    update cms_list_fetches f set claimed_until = ${now}::timestamptz + make_interval(mins => ${claimMinutes}), url = ${address},
      etag = case when url = ${address} then etag end, last_modified = case when url = ${address} then last_modified end,
      failures = case when url = ${address} then failures else 0 end
    where kind = ${kind} and (claimed_until is null or claimed_until < ${now})
      and (next_at <= ${now} or url is distinct from ${address})
    returning etag, last_modified as "lastModified", failures`.execute(db)
  const [row] = rows
  if (!row) return null
  const { etag, lastModified, failures } = row
  return { kind, address, known: (etag ?? lastModified) ? { etag, lastModified } : null, failures }
}

/** Gives a claim back, so that the next start fetches. */
export async function releaseClaim(db: Db, kind: CmsFileKind): Promise<void> {
  await sql`update cms_list_fetches set claimed_until = null where kind = ${kind}`.execute(db)
}

/**
 * Stores how a fetch went and when the next one is due, with an audit event for what the import itself does not record.
 * Returns whether administrators must hear of it.
 */
export async function finishFetch(
  db: Db,
  source: AuditSource,
  { kind, failures: before }: Pick<ClaimedFetch, 'kind' | 'failures'>,
  result: FetchResult,
  now: Date,
): Promise<{ isAlert: boolean }> {
  const hasFailed = result.outcome === 'failed'
  const failures = hasFailed ? before + 1 : 0
  const nextAt = hasFailed ? nextTry(failures, now, Math.random()) : nextNight(now, Math.random())
  const version = hasFailed
    ? sql``
    : sql`, succeeded_at = ${now}, etag = ${result.version?.etag ?? null}, last_modified = ${result.version?.lastModified ?? null}`
  await inTransaction(db, async (db) => {
    await sql`
      update cms_list_fetches set claimed_until = null, next_at = ${nextAt}, tried_at = ${now}, outcome = ${result.outcome},
        message = ${result.message}, failures = ${failures}${version}
      where kind = ${kind}`.execute(db)
    if (result.outcome !== 'loaded')
      await writeAudit(db, source, {
        action: 'import',
        entity: kind,
        outcome: hasFailed ? 'refused' : 'done',
        facts: { fetched: true, unchanged: !hasFailed },
      })
  })
  return { isAlert: hasFailed && isWorthAlert(failures) }
}

/** Both lists: the file in use, and how the nightly fetch goes. */
export async function listCmsLists(db: Db, addresses: Config['cmsLists'], now: Date): Promise<CmsListState[]> {
  const { rows } = await sql<StoredState>`
    select f.kind, f.url, coalesce(f.claimed_until > ${now}, false) or f.next_at <= ${now} as "isFetching",
      to_json(f.next_at) #>> '{}' as "nextAt", to_json(f.tried_at) #>> '{}' as "triedAt", f.outcome, f.message,
      to_json(f.succeeded_at) #>> '{}' as "succeededAt",
      case when l.batch_id is not null then jsonb_build_object('batchId', b.id, 'fileName', b.file_name,
        'rows', b.rows_read - b.rows_refused, 'loadedAt', to_json(b.loaded_at) #>> '{}',
        'loadedBy', coalesce(b.loaded_by_job, nullif(concat_ws(' ', p.first_name, p.last_name), ''), u.user_name, 'a former user'))
      end as "inUse"
    from cms_list_fetches f
    left join current_cms_lists l on l.kind = f.kind left join import_batches b on b.id = l.batch_id
    left join users u on u.id = b.loaded_by left join contacts p on p.id = u.contact_id`.execute(db)
  return cmsFileKinds.flatMap((kind) =>
    rows.filter((row) => row.kind === kind).map((row) => stateOf(row, addresses[kind])),
  )
}

type Fetch = NonNullable<CmsListState['fetch']>
type StoredState = Pick<CmsListState, 'kind' | 'inUse'> & Omit<Fetch, 'address'> & { url: string | null }

function stateOf({ kind, inUse, url, ...stored }: StoredState, address: string | null): CmsListState {
  if (address === null) return { kind, inUse, fetch: null }
  const fetch: Fetch = { address: withoutQuery(address), ...stored }
  // What is stored belongs to another address; the job fetches from this one within seconds.
  if (url !== address) Object.assign(fetch, { isFetching: true, triedAt: null, outcome: null, message: null })
  return { kind, inUse, fetch }
}

/** A query may contain a key. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Makes the fetch of a list due, which the job begins within seconds. Fails with `cms_list.no_address`. */
export const requestFetch: Handler<typeof cmsRegistration.fetch> = async ({ db, audit, services, now }, { kind }) => {
  if (services.config.cmsLists[kind] === null) fail('cms_list.no_address')
  return await inTransaction(db, async (db) => {
    await sql`update cms_list_fetches set next_at = ${now} where kind = ${kind}`.execute(db)
    await writeAudit(db, audit, { action: 'update', entity: 'cms list', entityId: kind, outcome: 'done' })
    return done
  })
}
