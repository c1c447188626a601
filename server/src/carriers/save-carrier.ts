import type { CarrierRow, carriers, LaterTerms, NewCarrier } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { stateNames } from '@coverdesk/domain/fields/us-state.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { sql } from 'kysely'
import { linkLinesOf } from '../commissions/loads/link-lines.ts'
import { deriveMonths } from '../expected/derive-months.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { announceToAll } from '../platform/realtime/live-events.ts'
import { findCarrier, takenIssuerIds, takenNames } from './carrier-queries.ts'

/** Creates a carrier; fails with the names and ids that other carriers use. */
export const createCarrier: Handler<typeof carriers.create> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const id = await insertCarrier(db, input)
    return await recordCarrier(db, call, { before: null, id, action: 'Created' })
  })

/** Inserts a carrier with its names and ids; the caller records the change. */
export async function insertCarrier(db: Db, input: NewCarrier): Promise<number> {
  await throwIfTaken(db, input, null)
  const { rows } = await sql<{ id: number }>`
    insert into carriers (name, code, phone, portal_url, dispute_days, arrears, new_period, tolerance, term_date_means, grace_days)
    values (${input.name}, ${input.code}, ${input.phone}, ${input.portalUrl}, ${input.disputeDays}, ${input.arrears}, ${input.newPeriod},
      ${input.tolerance}, ${input.termDateMeans}, ${input.graceDays})
    returning id`.execute(db)
  const id = rows[0]?.id ?? fail('server.error')
  await writeNames(db, id, input)
  if (input.laterTerms.length > 0) await writeLaterTerms(db, id, input.laterTerms)
  return id
}

/** Updates a carrier; fails with `record.changed` after a concurrent change (P-74). Unchanged data changes nothing. */
export const editCarrier: Handler<typeof carriers.edit> = (call, { id, version, ...input }) =>
  inTransaction(call.db, async (db) => {
    const movesMonths = arrearsOf(await findCarrier(db, id)) !== arrearsOf(input)
    if (movesMonths) await lockLoads(db, id)
    const before = await findCarrier(db, id, { lock: true })
    if (before.version !== version) await refuseEditConflict(db, 'carrier', id, version)
    await throwIfTaken(db, input, id)
    if (changesOf(before, { ...before, ...input }).length === 0) return before
    // Deletes the old names first, so that a name can move between name, code and aliases.
    await sql`delete from carrier_names where carrier_id = ${id} and kind = 'alias'`.execute(db)
    await sql`delete from carrier_issuer_ids where carrier_id = ${id}`.execute(db)
    await sql`
      update carriers set name = ${input.name}, code = ${input.code}, phone = ${input.phone},
        portal_url = ${input.portalUrl}, dispute_days = ${input.disputeDays}, arrears = ${input.arrears},
        new_period = ${input.newPeriod}, tolerance = ${input.tolerance}, term_date_means = ${input.termDateMeans},
        grace_days = ${input.graceDays}, version = version + 1
      where id = ${id}`.execute(db)
    await writeNames(db, id, input)
    if (termWords(before) !== termWords(input)) {
      await writeLaterTerms(db, id, input.laterTerms)
      if (movesMonths) await sql`select refresh_arrears(${id})`.execute(db)
    }
    if (movesMonths) await linkLinesOf(db, id)
    await deriveMonths(db, [id])
    return await recordCarrier(db, call, { before, id, action: 'Changed' })
  })

/** The arrears by month, to compare. */
const arrearsOf = ({ arrears, laterTerms }: Pick<CarrierRow, 'arrears' | 'laterTerms'>) =>
  JSON.stringify([arrears, ...laterTerms.map(({ from, arrears }) => [from, arrears])])

/** Replaces the terms that begin with a month. */
async function writeLaterTerms(db: Db, id: number, later: readonly LaterTerms[]): Promise<void> {
  await sql`delete from carrier_terms where carrier_id = ${id} and not lower_inf(months)`.execute(db)
  const months = later.map(({ from }) => firstOfMonth(from))
  await sql`update carrier_terms set months = daterange(null, ${months[0] ?? null}::date) where carrier_id = ${id}`.execute(
    db,
  )
  const terms = later.map((one, place) => ({ ...one, first: months[place], next: months[place + 1] ?? null }))
  await sql`
    insert into carrier_terms (carrier_id, months, arrears, new_period, tolerance, term_date_means, grace_days)
    select ${id}::bigint, daterange(t.first, t.next), t.arrears, t."newPeriod", t.tolerance, t."termDateMeans", t."graceDays"
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) t (first date, next date, arrears smallint, "newPeriod" text,
      tolerance numeric, "termDateMeans" text, "graceDays" smallint)`.execute(db)
}

/** Waits for loads of statements and of the carrier's policies, in the order in which they lock. */
async function lockLoads(db: Db, id: number): Promise<void> {
  await lockCarrier(db, 'commissions', null)
  await lockCarrier(db, 'policies', id)
}

/** Activates or deactivates a carrier in choices; its records do not change. */
export const setCarrierActive: Handler<typeof carriers.setActive> = (call, { id, version, active }) =>
  inTransaction(call.db, async (db) => {
    const before = await findCarrier(db, id, { lock: true })
    if (before.version !== version) await refuseEditConflict(db, 'carrier', id, version)
    if (before.active === active) return before
    await sql`update carriers set active = ${active}, version = version + 1 where id = ${id}`.execute(db)
    return await recordCarrier(db, call, { before, id, action: active ? 'Reactivated' : 'Deactivated' })
  })

async function writeNames(db: Db, id: number, { aliases, issuerIds }: NewCarrier): Promise<void> {
  await sql`
    insert into carrier_names (carrier_id, kind, name) select ${id}, 'alias', alias from unnest(${aliases}::text[]) alias`.execute(
    db,
  )
  await sql`
    insert into carrier_issuer_ids (carrier_id, issuer_id, state)
    select ${id}, i.id, i.state
    from unnest(${issuerIds.map(({ issuerId }) => issuerId)}::text[], ${issuerIds.map(({ state }) => state)}::text[]) i(id, state)`.execute(
    db,
  )
}

/** Rejects names and ids of other carriers with a message per field; constraints catch concurrent inserts. */
async function throwIfTaken(db: Db, input: NewCarrier, except: number | null): Promise<void> {
  const words = [input.name, ...(input.code ? [input.code] : []), ...input.aliases]
  const taken = await takenNames(db, words, except)
  const owner = (word: string) => taken.find((match) => match.word === word)?.carrier
  const names = [
    { path: 'name', word: input.name },
    { path: 'code', word: input.code ?? '' },
    ...input.aliases.map((word) => ({ path: 'aliases', word })),
  ].flatMap(({ path, word }) => {
    const carrier = owner(word)
    return carrier === undefined
      ? []
      : [{ path, message: `'${word}' is a name of ${carrier}. To make one of two, merge them.` }]
  })
  if (names[0]) fail('carrier.name_taken', { message: names[0].message, details: names })
  const ids = (
    await takenIssuerIds(
      db,
      input.issuerIds.map(({ issuerId }) => issuerId),
      except,
    )
  ).map(({ issuerId, state, carrier }) => ({
    path: 'issuerIds',
    message: `${issuerId} in ${stateNames[state] ?? state} belongs to ${carrier}`,
  }))
  if (ids[0]) fail('carrier.issuer_taken', { message: ids[0].message, details: ids })
}

interface Recorded {
  before: CarrierRow | null
  id: number
  action: string
  /** Changes in addition to those of the fields. */
  more?: readonly FieldChange[]
  facts?: Record<string, string | number>
}

/** Records a change in history and audit, notifies open pages, and returns the current carrier. */
export async function recordCarrier(
  db: Db,
  call: SignedInCall,
  { before, id, action, more = [], facts = {} }: Recorded,
): Promise<CarrierRow> {
  const after = await findCarrier(db, id)
  const changes = [...changesOf(before, after), ...more]
  await keepChange(db, { entity: 'carrier', id, version: after.version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: before ? 'update' : 'create',
    entity: 'carrier',
    entityId: id,
    outcome: 'done',
    facts: { carrier: after.name, change: action, fields: changes.map(({ field }) => field).join(', '), ...facts },
  })
  await announceToAll(db, realtime.choicesChanged, { choices: 'carriers' })
  return after
}

const labels = {
  name: 'Name',
  code: 'Code',
  aliases: 'Names in files',
  issuerIds: 'HIOS issuer ids',
  phone: 'Phone',
  portalUrl: 'Broker portal',
  disputeDays: 'Dispute window (days)',
  arrears: 'Arrears (months)',
  newPeriod: 'New business',
  tolerance: 'Tolerance',
  termDateMeans: 'Term date in files',
  graceDays: 'Grace (days)',
  laterTerms: 'Terms from a month on',
  active: 'Offered in choices',
}

type Described = Pick<CarrierRow, keyof typeof labels>

function changesOf(before: Described | null, after: Described): FieldChange[] {
  return fieldChanges<{ [name in keyof typeof labels]: string | number | boolean | null }>(
    labels,
    before
      ? inWords(before)
      : {
          name: null,
          code: null,
          aliases: null,
          issuerIds: null,
          phone: null,
          portalUrl: null,
          disputeDays: null,
          arrears: null,
          newPeriod: null,
          tolerance: null,
          termDateMeans: null,
          graceDays: null,
          laterTerms: null,
          active: null,
        },
    inWords(after),
  )
}

const termFacts = ({ arrears, newPeriod, tolerance, termDateMeans, graceDays }: Omit<LaterTerms, 'from'>) => ({
  arrears,
  newPeriod: newPeriod === 'year' ? 'To December' : 'Twelve months',
  tolerance,
  termDateMeans: termDateMeans === 'last' ? 'Last covered day' : 'First day without coverage',
  graceDays,
})

/** '07/2026: 1 month in arrears, new to December, tolerance $0.00, …'. */
function termWords({ laterTerms }: Pick<CarrierRow, 'laterTerms'>): string {
  return laterTerms
    .map(({ from, ...terms }) => {
      const { arrears, newPeriod, tolerance, termDateMeans, graceDays } = termFacts(terms)
      return `${from}: arrears ${arrears}, ${newPeriod}, tolerance ${tolerance}, ${termDateMeans}, ${graceDays} days of grace`
    })
    .join('; ')
}

function inWords({ aliases, issuerIds, ...rest }: Described) {
  const { name, code, phone, portalUrl, disputeDays, active } = rest
  return {
    name,
    code,
    phone,
    portalUrl,
    disputeDays,
    ...termFacts(rest),
    laterTerms: termWords(rest),
    active,
    aliases: [...aliases].sort((a, b) => a.localeCompare(b)).join(', '),
    issuerIds: issuerIds
      .map(({ issuerId, state }) => `${state} ${issuerId}`)
      .sort()
      .join(', '),
  }
}
