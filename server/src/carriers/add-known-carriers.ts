import type { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { takenIssuerIds, takenNames } from './carrier-queries.ts'
import { type KnownCarrierEntry, readKnownCarriers } from './known-carriers.ts'
import { insertCarrier, recordCarrier } from './save-carrier.ts'

/** Common dispute window in days; agencies set their own. */
const usualDisputeDays = 90

/** Known carriers that sell in the given states, or all; carriers that the agency already has are marked. */
export const listKnownCarriers: Handler<typeof carriers.known> = async ({ db }, { states }) => {
  const known = (await readKnownCarriers()).filter(
    (entry) => !states?.length || entry.states.some((state) => states.includes(state)),
  )
  const owners = await ownersOf(db, known)
  return known.map(({ aliases: _aliases, ...entry }) => ({ ...entry, added: owners.has(entry.key) }))
}

/**
 * Adds known carriers with their HIOS issuer ids in the agency's states, or all if no states are given. Carriers that the
 * agency already has by name or id are skipped and listed.
 */
export const addKnownCarriers: Handler<typeof carriers.addKnown> = async (call, { keys, states }) => {
  const known = await readKnownCarriers()
  const unknown = keys.find((key) => !known.some((entry) => entry.key === key))
  if (unknown !== undefined) fail('request.invalid', { message: `There is no known carrier '${unknown}'` })
  return await inTransaction(call.db, async (db) => {
    const added: string[] = []
    const skipped: { name: string; why: string }[] = []
    const wanted = known.filter(({ key }) => keys.includes(key))
    const owners = await ownersOf(db, wanted)
    for (const entry of wanted) {
      const owner = owners.get(entry.key)
      if (owner !== undefined) {
        skipped.push({ name: entry.name, why: `Already there as ${owner}` })
        continue
      }
      const id = await insertCarrier(db, {
        name: entry.name,
        code: entry.code || null,
        aliases: entry.aliases,
        issuerIds: entry.issuerIds.filter(({ state }) => states.length === 0 || states.includes(state)),
        phone: null,
        portalUrl: null,
        disputeDays: usualDisputeDays,
        arrears: 0,
        newPeriod: 'year',
        tolerance: '0.00',
        termDateMeans: 'last',
        graceDays: 31,
        laterTerms: [],
      })
      await recordCarrier(db, call, { before: null, id, action: 'Added from the known carriers' })
      added.push(entry.name)
    }
    if (added.length === 0)
      await writeAudit(db, call.audit, {
        action: 'create',
        entity: 'carrier',
        outcome: 'done',
        facts: { added: 0, skipped: skipped.length },
      })
    return { added, skipped }
  })
}

/** Name of the agency's carrier that shares a name, code, alias or id with each known carrier, by key. */
async function ownersOf(db: Db, known: readonly KnownCarrierEntry[]): Promise<Map<string, string>> {
  const wordsOf = ({ name, code, aliases }: KnownCarrierEntry) => [name, ...(code ? [code] : []), ...aliases]
  const names = await takenNames(db, known.flatMap(wordsOf), null)
  const ids = await takenIssuerIds(
    db,
    known.flatMap(({ issuerIds }) => issuerIds.map(({ issuerId }) => issuerId)),
    null,
  )
  const owners = new Map<string, string>()
  for (const entry of known) {
    const words = wordsOf(entry)
    const owner =
      names.find(({ word }) => words.includes(word)) ??
      ids.find(({ issuerId }) => entry.issuerIds.some((own) => own.issuerId === issuerId))
    if (owner) owners.set(entry.key, owner.carrier)
  }
  return owners
}
