import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** The plan year and the exchange that a file is for. */
export interface PlanScope {
  year: number
  source: string
}

/** Brings a copied load into use, in place of the current files of its kinds; the same file twice is `upload.duplicate`. */
export async function usePlanLoad(
  db: Db,
  loadId: number,
  { year, source, hash }: PlanScope & { hash: Buffer },
): Promise<void> {
  await lockPlanFiles(db, { year, source })
  await refuseSameFile(db, { year, source, hash })
  await makeCurrent(db, loadId)
}

/** Serializes loads and undos of a year and source until the end of the transaction. */
export async function lockPlanFiles(db: Db, { year, source }: PlanScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`plan files ${source}`}), ${year}::int)`.execute(db)
}

async function refuseSameFile(db: Db, { year, source, hash }: PlanScope & { hash: Buffer }): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select l.file_name as name from plan_loads l
    where l.year = ${year} and l.source = ${source} and l.file_hash = ${hash} and l.state = 'loaded'
      and not exists (select from plan_files f where f.load_id = l.id and not f.is_current) limit 1`.execute(db)
  if (rows[0]) fail('upload.duplicate', { message: `This file is already in use for ${year}: ${rows[0].name}` })
}

async function makeCurrent(db: Db, loadId: number): Promise<void> {
  await sql`
    update plan_files n set replaces = o.id from plan_files o
    where n.load_id = ${loadId} and o.year = n.year and o.source = n.source and o.kind = n.kind and o.is_current`.execute(
    db,
  )
  await sql`update plan_files set is_current = false where id in (select replaces from plan_files where load_id = ${loadId})`.execute(
    db,
  )
  await sql`update plan_files set is_current = true where load_id = ${loadId}`.execute(db)
  await sql`update plan_loads set state = 'loaded', loaded_at = now() where id = ${loadId}`.execute(db)
}
