import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { lastRevocation } from '@coverdesk/domain/consents/consent-state.ts'
import { allTerms } from '@coverdesk/domain/consents/consent-terms.ts'
import { signedFileType } from '@coverdesk/domain/consents/signed-file.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { consentTextOf } from '../applications/consent-page.ts'
import { refuseOtherName } from '../applications/refuse-other-name.ts'
import { linkHash, storeConsentRequest } from '../applications/request-consent.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { safeUploadName } from '../platform/http/export-file.ts'
import type { Handler, Services } from '../platform/http/http-call.ts'
import { lockOwnApplication, namesOf, storeStep } from './change-client-consent.ts'
import { clientConsentOf, consentRecords } from './client-consent-queries.ts'

/** Opens the consent for the client to sign on the agent's device; no message is sent. */
export const openConsentHere: Handler<typeof clientConsents.openHere> = (call, { appId, language, ...terms }) =>
  inTransaction(call.db, async (db) => {
    const application = await lockOwnApplication(db, call, appId)
    const recipient = { channel: 'device', language, sentTo: call.user.userName, terms } as const
    const named = await namesOf(db, application)
    const request = await storeConsentRequest(
      db,
      call,
      { marketplaceApplicationId: application.id },
      { ...recipient, ...named },
    )
    const facts = { consentRequest: request.id, channel: 'device' }
    await storeStep(db, call, application, { action: 'Consent requested', facts })
    return { link: request.link }
  })

/** Stores a signed page or a recording as the client's consent to the current text. */
export const uploadConsent: Handler<typeof clientConsents.upload> = (call, { appId, language, signedName, signedOn }) =>
  inTransaction(call.db, async (db) => {
    const { formFile: file, now } = call
    const application = await lockOwnApplication(db, call, appId)
    if (!file) return fail('request.invalid', at('file', 'Attach the signed page or the recording'))
    const mime = signedFileType(file.content.subarray(0, 16).toString('latin1'))
    if (mime === null) return fail('request.invalid', at('file', 'Attach a PDF, JPEG or PNG file, or a recording'))
    if (signedOn > todayIn(now)) return fail('request.invalid', at('signedOn', 'Must not be in the future'))
    const recipient = { channel: 'upload', language, sentTo: call.user.userName, terms: allTerms } as const
    const named = await namesOf(db, application)
    refuseOtherName(signedName, named.applicant)
    await refuseBeforeRevocation(db, application.id, signedOn)
    const request = await storeConsentRequest(
      db,
      call,
      { marketplaceApplicationId: application.id },
      { ...recipient, ...named },
    )
    const { text, version } = await consentTextOf(db, linkHash(request.link), language)
    const { rows } = await sql<{ id: number }>`
      insert into consents (request_id, marketplace_application_id, signed_at, signed_name, address, user_agent, language,
        text_version, text_signed, text_sha256, ends_on)
      values (${request.id}, ${application.id},
        least(clock_timestamp(), (${signedOn}::date + time '12:00') at time zone 'America/New_York'), ${signedName},
        ${call.address}, ${(call.userAgent ?? '').slice(0, 500)}, ${language}, ${version}, ${text},
        sha256(convert_to(${text}, 'UTF8')), (${signedOn}::date + make_interval(months => ${allTerms.months}))::date)
      returning id`.execute(db)
    const consentId = rows[0]?.id ?? fail('server.error')
    const id = randomUUID()
    const name = safeUploadName(file.name)
    await sql`
      insert into signed_files (id, consent_id, name, mime, bytes, sha256, content_sealed, added_by)
      values (${id}, ${consentId}, ${name}, ${mime}, ${file.content.length},
        ${createHash('sha256').update(file.content).digest()},
        ${call.services.sealer.seal(sealedIn(id), file.content.toString('base64'))}, ${call.user.id})`.execute(db)
    const facts = { consent: consentId, channel: 'upload', bytes: file.content.length }
    await storeStep(db, call, application, { action: 'Consent added', facts })
    return await clientConsentOf(db, call, application)
  })

/** Of a signed page only the day is known, so one of the day of a revocation may be older than it. */
async function refuseBeforeRevocation(db: Db, applicationId: number, signedOn: string): Promise<void> {
  const revoked = lastRevocation(await consentRecords(db, applicationId))
  const day = revoked && todayIn(new Date(revoked))
  if (day && signedOn <= day)
    fail(
      'request.invalid',
      at('signedOn', `The client revoked the consent on ${showDate(day)}. Request it again by link, or on this device`),
    )
}

const sealedIn = (id: string) => ({ table: 'signed_files', row: id, column: 'content_sealed' })
const at = (path: string, message: string) => ({ message, details: [{ path, message }] })

/** The newest signed page or recording of an application's client, as a download. */
export const downloadSignedFile: Handler<typeof clientConsents.file> = async ({ db, user, services }, { appId }) => {
  const { id } = await findApplication(db, user, appId)
  const { rows } = await sql<{ id: string; name: string; mime: string }>`
    select f.id, f.name, f.mime from signed_files f join consents g on g.id = f.consent_id
    where g.marketplace_application_id = ${id} order by f.consent_id desc limit 1`.execute(db)
  const [file] = rows
  if (!file) return fail('record.not_found')
  return {
    stream: Readable.from([await openSignedFile(db, services, file.id)], { objectMode: false }),
    mediaType: file.mime,
    fileName: safeUploadName(file.name),
  }
}

/** A signed page or recording as it was added. */
export async function openSignedFile(db: Db, { sealer }: Pick<Services, 'sealer'>, id: string): Promise<Buffer> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select content_sealed as sealed from signed_files where id = ${id}::uuid`.execute(db)
  const { sealed } = rows[0] ?? fail('record.not_found')
  return Buffer.from(sealer.open(sealedIn(id), sealed), 'base64')
}
