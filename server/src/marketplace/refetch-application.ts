import { digitsOf, readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { stateCode } from '@coverdesk/domain/fields/us-state.ts'
import {
  type ExchangeRecord,
  newestPolicy,
  primaryPerson,
  readExchangeRecord,
} from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { plainNpn } from '@coverdesk/domain/uploads/reading/plain-npn.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { adoptApplication, isStored, requestUnknownApplication } from './adopt-application.ts'
import { requestApplication } from './exchange/exchange-requests.ts'
import { detailById, findApplication, lockApplication, type StoredApplication } from './marketplace-queries.ts'
import { saveApplicationChange } from './update-application.ts'

/**
 * Requests the current record of an application from the exchange and stores it with its time (MKAPP-18). Fields absent
 * from the record are unchanged, and a failed or wrong response changes nothing. An application that is not stored yet
 * is added when the caller started it at the exchange (A-095).
 */
export const refetchApplication: Handler<typeof marketplace.refetch> = async (call, { appId }) => {
  const stored = (await isStored(call.db, appId)) ? await findApplication(call.db, call.user, appId) : null
  const { text, record } = stored
    ? await requestApplication(call.services.exchange, { exchangeAssignedId: appId, held: stored })
    : await requestUnknownApplication(call, appId)
  return await inTransaction(call.db, async (db) => {
    if (!stored) await adoptApplication(db, call, appId)
    const before = await lockApplication(db, call.user, appId)
    const at = momentOf(record, call.now)
    // Changed while we waited: a slow answer must not take back what a later one said.
    if (stored && before.version !== stored.version && new Date(before.snapshotDate) > at)
      return await keepNewer(db, call, before)
    await saveRecord(db, before, { text, record: readExchangeRecord(record), at })
    return await saveApplicationChange(db, call, before, 'Refetched from the marketplace')
  })
}

/** The application as it is, with an audit event for the answer that was older. */
async function keepNewer(db: Db, call: SignedInCall, { id, version }: StoredApplication): Promise<MarketplaceDetail> {
  const facts = { version, what: 'Refetched from the marketplace: older than what is stored', fields: '' }
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'marketplace-application',
    entityId: id,
    outcome: 'done',
    facts,
  })
  return await detailById(db, id)
}

/** Time of the record; now if it is missing or in the future. */
function momentOf({ snapshotDate }: Record<string, unknown>, now: Date): Date {
  const moment = new Date(typeof snapshotDate === 'string' ? snapshotDate : Number.NaN)
  return Number.isNaN(moment.getTime()) || moment > now ? now : moment
}

interface ReceivedRecord {
  text: string
  record: ExchangeRecord
  at: Date
}

/** Stores fields that changed at the exchange; corrections by the agency to unchanged fields remain. */
async function saveRecord(
  db: Db,
  { id, document }: StoredApplication,
  { text, record, at }: ReceivedRecord,
): Promise<void> {
  const [before, now] = [factsOf(readExchangeRecord(document)), factsOf(record)]
  const news = (Object.keys(now) as Fact[]).flatMap((fact) =>
    now[fact] === null || now[fact] === before[fact] ? [] : [sql`${sql.ref(fact)} = ${now[fact]}`],
  )
  const issuer = now.carrier_name === before.carrier_name ? null : now.carrier_name
  const npn = now.agent_npn === before.agent_npn ? null : now.agent_npn
  await sql`
    update marketplace_applications set ${sql.join([
      sql`raw = ${text}`,
      sql`snapshot_at = ${at}`,
      ...news,
      ...(issuer === null
        ? []
        : [sql`carrier_id = coalesce(carrier_called(${issuer}), carrier_of_plan(${planIdOf(record)}))`]),
      ...(npn === null ? [] : [sql`agent_id = agent_called(${npn}, ${now.agent_name})`]),
      sql`version = version + 1`,
      sql`updated_at = now()`,
    ])}
    where id = ${id}`.execute(db)
}

const planIdOf = ({ policies }: ExchangeRecord) => newestPolicy(policies)?.plan?.id ?? null

type Fact = keyof ReturnType<typeof factsOf>

/** Record fields that are stored in columns, by column name. */
function factsOf({ persons, contact, agents, policies, eligibilityAPTCElected }: ExchangeRecord) {
  const person = primaryPerson(persons)
  const policy = newestPolicy(policies)
  return {
    user_first_name: person?.firstName ?? null,
    user_last_name: person?.lastName ?? null,
    user_phone: contact?.phone ? readPhone(digitsOf(contact.phone)) : null,
    user_email: contact?.email ?? null,
    user_address: contact?.address ?? null,
    user_city: contact?.city ?? null,
    user_county: contact?.county ?? null,
    user_state: contact?.state ? stateCode(contact.state) : null,
    user_zip_code: contact?.zipCode ?? null,
    plan_name: policy?.plan?.name ?? null,
    carrier_name: policy?.plan?.issuer ?? null,
    agent_npn: agents?.npn ? plainNpn(agents.npn) : null,
    agent_name: agents?.name ?? null,
    aptc_elected: eligibilityAPTCElected ?? policy?.premium?.aptc_applied ?? null,
  }
}
