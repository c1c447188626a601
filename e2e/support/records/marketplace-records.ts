import { randomUUID } from 'node:crypto'
import { inDatabase } from '../database.ts'

/** A unique name, so that a test finds its own applications. */
export const uniqueName = () => `App${randomUUID().slice(0, 8)}`

/** A unique exchange assigned id. */
export const uniqueId = () => `9${String(Math.trunc(Math.random() * 1e11)).padStart(11, '0')}`

/** Exchange document of a household of two: one is eligible for a special enrollment, the other for nothing. */
export const household = (firstName: string, lastName: string) => ({
  persons: [
    { id: '1', firstName, lastName, dob: '1984-02-29', sex: 'F', relationship: 'self', primary: true },
    { id: '2', firstName: 'Leo', lastName, dob: '2012-05-05', sex: 'M', relationship: 'child' },
  ],
  insuranceApplication: {
    applicants: [
      {
        personId: '1',
        eligibilityInitial: {
          indicator: false,
          dateRange: { start: '2026-01-01', end: '2026-12-31' },
          earliestQHPDate: '2026-02-01',
          latestQHPDate: '2026-12-01',
        },
        eligibilitySpecial: {
          indicator: true,
          dateRange: { start: '2026-01-15', end: '2026-03-16' },
          earliestQHPDate: '2026-02-02',
          latestQHPDate: '2026-03-16',
        },
        eligibility: { aptc: { amount: 412.5 }, csr: { category: '94% AV Level Silver Plan CSR' } },
      },
      { personId: '2', eligibilityInitial: { indicator: false }, eligibility: { csr: { category: 'Unknown CSR' } } },
    ],
  },
  policies: [
    {
      id_exchange: '0099001',
      id_issuer: 'U9100',
      plan: { id: '12345FL0010001', name: 'Clear Silver' },
      premium: { amount: 512, aptc_applied: 412.5, responsibility: 99.5 },
      status: 'Pending effectuation',
      dateEffective: '2026-02-01',
      dateExpiration: '2026-12-31',
      members: [{ personId: '1' }, { personId: '2' }],
    },
    { id_exchange: '0099002', plan: { name: 'Dental Basic' }, status: 'Cancelled' },
  ],
})

interface CreatedApplication {
  firstName: string
  plan?: string
  document?: object
  /** Whether the client's consent is signed; default true. */
  consented?: boolean
}

/** Creates applications with one last name, with the client's consent and without an agent; returns their exchange assigned ids. */
export async function makeApplications(lastName: string, made: readonly CreatedApplication[]): Promise<string[]> {
  const rows = made.map((one) => ({ ...one, id: uniqueId() }))
  await inDatabase(async (connection) => {
    await connection.query(
      `insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, user_phone,
         user_email, user_address, user_city, user_state, user_zip_code, plan_name, carrier_name, document)
       select m.id, '2026-03-01T15:00:00Z', m."firstName", $1, '3055550142', 'ana@mail.test', '12 Palm St', 'Miami', 'FL',
         '33101', m.plan, 'Some Exchange Carrier', coalesce(m.document, '{}')
       from json_to_recordset($2) as m (id text, "firstName" text, plan text, document jsonb)`,
      [lastName, JSON.stringify(rows)],
    )
    await connection.query(
      `with requested as (
         insert into consent_requests (marketplace_application_id, token_hash, channel, sent_to, language, agency,
           agency_phone, agency_email, applicant, expires_at)
         select id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'email', 'ana@mail.test', 'en', 'Coverdesk',
           '8005550100', 'office@coverdesk.example', user_first_name || ' ' || user_last_name, now() + interval '7 days'
         from marketplace_applications where exchange_assigned_id = any($1)
         returning id, marketplace_application_id, applicant
       )
       insert into consents (request_id, marketplace_application_id, signed_name, address, user_agent, language,
         text_version, text_signed, text_sha256, ends_on)
       select id, marketplace_application_id, applicant, '192.0.2.7', 'test', 'en', 'test', 'I agree.',
         sha256('I agree.'), current_date + 365
       from requested`,
      [made.flatMap(({ consented = true }, at) => (consented ? [rows[at]?.id] : []))],
    )
  })
  return rows.map(({ id }) => id)
}
