import type { CarrierRow } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { selectedColumns } from '../platform/lists/select-list.ts'
import { carrierColumns } from './carrier-list.ts'

const columns = selectedColumns(carrierColumns)

/** One carrier; with `lock` held against other changes to the end of the transaction. Fails with `carrier.not_found`. */
export async function findCarrier(db: Db, id: number, { lock = false } = {}): Promise<CarrierRow> {
  if (lock) await sql`select from carriers where id = ${id} for update`.execute(db)
  const { rows } = await sql<CarrierRow>`select ${columns} from carriers c where c.id = ${id}`.execute(db)
  return rows[0] ?? fail('carrier.not_found')
}

/** Other carriers that already use one of these names, codes or aliases, by word. */
export async function takenNames(
  db: Db,
  words: readonly string[],
  except: number | null,
): Promise<{ word: string; carrier: string }[]> {
  const { rows } = await sql<{ word: string; carrier: string }>`
    select w.word, min(c.name) as carrier
    from unnest(${words}::text[]) w(word)
    join carrier_names n on n.name_key = carrier_key(w.word) and n.carrier_id is distinct from ${except}::bigint
    join carriers c on c.id = n.carrier_id
    group by 1`.execute(db)
  return rows
}

/** Owners of HIOS issuer ids among the other carriers. */
export async function takenIssuerIds(
  db: Db,
  ids: readonly string[],
  except: number | null,
): Promise<{ issuerId: string; state: string; carrier: string }[]> {
  const { rows } = await sql<{ issuerId: string; state: string; carrier: string }>`
    select i.issuer_id as "issuerId", i.state, c.name as carrier
    from carrier_issuer_ids i join carriers c on c.id = i.carrier_id
    where i.issuer_id = any(${ids}::text[]) and i.carrier_id is distinct from ${except}::bigint`.execute(db)
  return rows
}
