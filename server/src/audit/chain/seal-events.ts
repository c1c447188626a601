import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { beginning, type ChainLink, linkHash, numbersIn } from './audit-chain.ts'

/** Maximum number of events per link. */
export const linkSize = 5_000

/** Ids that were not visible: of running or rolled-back transactions. */
interface Gap {
  from: number
  to: number
  /** Transactions from this id on had not started when the gap was found. */
  xmax: string
  /** Microseconds since 1970. */
  since: number
}
/** Minimum lifetime of a gap, because an id may be allocated before its transaction has a number. */
const gapKeptMicroseconds = 60_000_000

interface Found {
  count: number
  ids: string | null
  times: string | null
  macs: Buffer | null
  xmin: string
  xmax: string
  now: number
}

/**
 * Seals visible events as the next link of the chain; null if there are none or another node holds the lock. Ids that were
 * not visible are checked again until no transaction can write them, so that late commits are sealed and long imports do not
 * block sealing.
 */
export async function sealEvents(db: Db, key: KeyObject): Promise<ChainLink | null> {
  return await inTransaction(
    db,
    async (db) => {
      const { rows } = await sql<{ sealedTo: number; gaps: Gap[] }>`
        select sealed_to as "sealedTo", gaps from audit_progress for update skip locked`.execute(db)
      const [progress] = rows
      if (!progress) return null
      const found = await findUnsealed(db, progress.sealedTo, progress.gaps)
      if (!found?.ids || !found.times || !found.macs) return null
      const link = await addLink(db, key, {
        sealedAt: found.now,
        ids: found.ids,
        times: found.times,
        macs: found.macs,
      })
      await noteProgress(db, progress.sealedTo, progress.gaps, numbersIn(found.ids), found)
      return link
    },
    'repeatable read',
  )
}

/** Seals all events link by link, and yields each committed link. */
export async function* sealedLinks(db: Db, key: KeyObject): AsyncGenerator<{ link: ChainLink; events: number }> {
  for (;;) {
    const link = await sealEvents(db, key)
    if (!link) return
    const events = numbersIn(link.ids).length
    yield { link, events }
    if (events < linkSize) return
  }
}

/**
 * Events of a gap. Order and limit force a lookup per gap; as a plain join, the planner scans all events every second.
 */
export const eventsIn = (columns: string) =>
  `select ${columns} from audit_events where id between gap."from" and gap."to" order by id`

async function findUnsealed(db: Db, sealedTo: number, gaps: Gap[]): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    with found as materialized (
      (select e.id, e.at, e.mac
        from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) as gap ("from" bigint, "to" bigint)
        cross join lateral (${sql.raw(eventsIn('id, at, mac'))} limit ${sql.lit(linkSize)}) e order by e.id limit ${linkSize})
      union all
      (select id, at, mac from audit_events where id > ${sealedTo} order by id limit ${linkSize})
    ),
    snapshot as (select pg_current_snapshot() as taken)
    select count(*) as count, array_agg(id order by id)::text as ids,
      array_agg((extract(epoch from at) * 1000000)::bigint order by id)::text as times,
      string_agg(case when length(mac) = 24 then mac else decode(repeat('00', 24), 'hex') end, ''::bytea order by id) as macs,
      (select pg_snapshot_xmin(taken)::text from snapshot) as xmin,
      (select pg_snapshot_xmax(taken)::text from snapshot) as xmax,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint as now
    from found`.execute(db)
  return rows[0]
}

async function addLink(db: Db, key: KeyObject, sealed: Omit<ChainLink, 'seq' | 'hash'>): Promise<ChainLink> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`
    select seq, hash from audit_chain order by seq desc limit 1`.execute(db)
  const unhashed = { ...sealed, seq: (rows[0]?.seq ?? 0) + 1 }
  const link = { ...unhashed, hash: linkHash(key, rows[0]?.hash ?? beginning, unhashed) }
  await sql`
    insert into audit_chain (seq, sealed_at, event_ids, event_times, event_macs, hash)
    values (${link.seq}, 'epoch'::timestamptz + ${link.sealedAt}::bigint * interval '1 microsecond',
      ${link.ids}::bigint[], ${link.times}::bigint[], ${link.macs}, ${link.hash})`.execute(db)
  return link
}

async function noteProgress(db: Db, sealedTo: number, gaps: Gap[], ids: number[], found: Found): Promise<void> {
  const to = Math.max(sealedTo, ids.at(-1) ?? 0)
  const open = gaps.filter(
    ({ xmax, since }) => BigInt(found.xmin) < BigInt(xmax) || found.now - since < gapKeptMicroseconds,
  )
  const older = open.flatMap((gap) => holes(gap.from, gap.to, ids).map((hole) => ({ ...gap, ...hole })))
  const newer = holes(sealedTo + 1, to, ids).map((hole) => ({ ...hole, xmax: found.xmax, since: found.now }))
  await sql`update audit_progress set sealed_to = ${to}, gaps = ${JSON.stringify([...older, ...newer])}::jsonb`.execute(
    db,
  )
}

/** Ranges between `from` and `to` that are not in the sorted `ids`. */
function holes(from: number, to: number, ids: readonly number[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let next = from
  for (const id of ids) {
    if (id < next) continue
    if (id > to) break
    if (id > next) found.push({ from: next, to: id - 1 })
    next = id + 1
  }
  if (next <= to) found.push({ from: next, to })
  return found
}
