import {
  consentLinkDays,
  consentPlainText,
  consentText,
  consentVersion,
} from '@coverdesk/domain/applications/consent-text.ts'
import { maxConsentMonths } from '@coverdesk/domain/consents/consent-terms.ts'
import type { LentConnection } from '../../platform/db/connection.ts'

/** The demo agency as consents name it. */
export const demoAgency = {
  agency: 'Coverdesk',
  agencyPhone: '(800) 555-0100',
  agencyEmail: 'office@coverdesk.example',
}
/** One in this many marketplace applications has no consent, so that requesting it can be tried. */
const withoutConsent = 8
/** Days since the consents were signed. */
const signedBefore = 40

interface Consented {
  id: string
  email: string
  applicant: string
  agent: string | null
  npn: string | null
}

/** Seeds signed consents of most clients of marketplace applications. Their links are unknown, so they cannot be opened. */
export async function seedClientConsents(client: LentConnection): Promise<void> {
  const { rows } = await client.query<Consented>(
    `select m.id, coalesce(m.user_email, '') as email, concat_ws(' ', m.user_first_name, m.user_last_name) as applicant,
       a.name as agent, a.npn
     from marketplace_applications m left join agents a on a.id = coalesce(m.agent_id, m.sale_agent_id)
     where m.id % $1 <> 0 order by m.id`,
    [withoutConsent],
  )
  const signed = rows.map(({ agent, ...row }) => ({
    ...row,
    agent,
    text: consentPlainText(
      consentText(
        'en',
        {
          ...demoAgency,
          applicant: row.applicant,
          agent: agent === null ? null : { name: agent, npn: row.npn },
        },
        null,
      ),
    ),
  }))
  await client.query(
    `with given as (
       select * from json_to_recordset($1) as g (id bigint, email text, applicant text, agent text, npn text, text text)
     ), requested as (
       insert into consent_requests (marketplace_application_id, token_hash, channel, sent_to, language, agency,
         agency_phone, agency_email, applicant, agent_name, agent_npn, created_at, expires_at)
       select id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'email', email, 'en', $2, $3, $4, applicant, agent,
         npn, now() - make_interval(days => $5), now() - make_interval(days => $5 - $6)
       from given
       returning id, marketplace_application_id, created_at
     )
     insert into consents (request_id, marketplace_application_id, signed_at, signed_name, address, user_agent, language,
       text_version, text_signed, text_sha256, ends_on)
     select r.id, g.id, r.created_at + interval '3 hours', g.applicant, '198.51.100.17', 'Mozilla/5.0 (demo)', 'en', $7,
       g.text, sha256(convert_to(g.text, 'UTF8')),
       ((r.created_at at time zone 'America/New_York') + make_interval(months => $8))::date
     from requested r join given g on g.id = r.marketplace_application_id`,
    [
      JSON.stringify(signed),
      demoAgency.agency,
      demoAgency.agencyPhone,
      demoAgency.agencyEmail,
      signedBefore,
      consentLinkDays,
      consentVersion(null),
      maxConsentMonths,
    ],
  )
}
