import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Stores a signed consent of the client of a marketplace application, valid for a year. */
export async function signClientConsent(db: Db, appId: string): Promise<void> {
  await sql`
    with requested as (
      insert into consent_requests (marketplace_application_id, token_hash, channel, sent_to, language, agency,
        agency_phone, agency_email, applicant, expires_at)
      select id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'email', 'ida@mail.test', 'en', 'Coverdesk',
        '8005550100', 'office@coverdesk.example', concat_ws(' ', user_first_name, user_last_name), now() + interval '7 days'
      from marketplace_applications where exchange_assigned_id = ${appId}
      returning id, marketplace_application_id
    )
    insert into consents (request_id, marketplace_application_id, signed_name, address, user_agent, language,
      text_version, text_signed, text_sha256, ends_on)
    select id, marketplace_application_id, 'Ida Case', '192.0.2.7', 'test', 'en', 'test', 'I agree.',
      sha256('I agree.'), current_date + 365
    from requested`.execute(db)
}
