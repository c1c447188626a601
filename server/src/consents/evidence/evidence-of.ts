import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/instant.ts'
import { linkedApplications } from '../linked-applications.ts'

/** A text that a client signed, or was asked to sign, or an authorization that the exchange asked the client for. */
export interface SignedText {
  kind: 'consent' | 'application review' | 'enrollment review' | 'own enrollment' | 'exchange authorization'
  requestedAt: string
  requestedBy: string | null
  channel: string
  sentTo: string
  agency: string
  agentName: string | null
  agentNpn: string | null
  /** Of a consent: what it allows, whether one agent only, and its end. */
  terms: { scopes: string[]; onlyAgent: boolean; months: number; endsOn: string | null } | null
  signature: {
    signedAt: string
    signedName: string
    address: string
    userAgent: string
    language: string
    textVersion: string
    text: string
    /** Null on own enrollments from before their text was stored: `text` is put together from the stored facts. */
    sha256: string | null
    /** Whether the stored hash is the text's. */
    hashMatches: boolean | null
  } | null
  revocation: {
    revokedAt: string
    way: string
    notedBy: string | null
    saidOn: string | null
    note: string
    address: string
  } | null
  file: { id: string; name: string; mime: string; bytes: number; sha256: string } | null
  /** Of an authorization at the exchange: its plan year, how it was given, and who recorded it; null before it was given. */
  authorization: {
    planYear: number
    /** Where the code went, as the exchange showed it, and when it ended. */
    shownAs: string
    codeEnds: string
    given: {
      authorizedAt: string
      method: string
      validUntil: string
      recordedBy: string
      address: string
      userAgent: string
    } | null
  } | null
}

interface Row extends Omit<SignedText, 'signature'> {
  signature: Omit<NonNullable<SignedText['signature']>, 'hashMatches'> | null
}

/** A marketplace application, or an internal one, submitted or not. */
export type EvidenceSubject = { marketplace: number } | { internal: number }

/** Everything that the client of an application signed or was asked to sign, oldest first. */
export async function evidenceOf(db: Db, subject: EvidenceSubject): Promise<SignedText[]> {
  const [applicationId, internal] =
    'marketplace' in subject
      ? [subject.marketplace, linkedTo(subject.marketplace)]
      : [null, sql`select ${subject.internal}::bigint`]
  const at = (column: string) => sql.raw(instantOf(column))
  const signature = sql`
    case when g.id is not null then jsonb_build_object('signedAt', ${at('g.signed_at')}, 'signedName', g.signed_name,
      'address', g.address, 'userAgent', g.user_agent, 'language', g.language, 'textVersion', g.text_version,
      'text', g.text_signed, 'sha256', encode(g.text_sha256, 'hex')) end as signature`
  const requested = (sentTo: 'sent_to' | 'contact') => sql`
    ${at('r.created_at')} as "requestedAt", u.user_name as "requestedBy", r.channel, ${sql.ref(`r.${sentTo}`)} as "sentTo",
    r.agency, r.agent_name as "agentName", r.agent_npn as "agentNpn"`
  const request = requested('sent_to')
  const consents = await sql<Row>`
    select 'consent' as kind, ${request},
      jsonb_build_object('scopes', r.scopes, 'onlyAgent', r.only_agent, 'months', r.months, 'endsOn', g.ends_on) as terms,
      ${signature},
      case when v.consent_id is not null then jsonb_build_object('revokedAt', ${at('v.revoked_at')}, 'way', v.way,
        'notedBy', n.user_name, 'saidOn', v.said_on, 'note', v.note, 'address', v.address) end as revocation,
      null as authorization,
      (select jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
          'sha256', encode(f.sha256, 'hex'))
        from signed_files f where f.consent_id = g.id limit 1) as file
    from consent_requests r left join users u on u.id = r.created_by left join consents g on g.request_id = r.id
    left join consent_revocations v on v.consent_id = g.id left join users n on n.id = v.noted_by
    where r.marketplace_application_id = ${applicationId} or r.application_id in (${internal})
    order by r.id`.execute(db)
  const reviews = await sql<Row>`
    select case when r.ede_application_id is null then 'enrollment review' else 'application review' end as kind,
      ${request}, null as terms, ${signature}, null as revocation, null as file, null as authorization
    from review_requests r left join users u on u.id = r.created_by left join application_reviews g on g.request_id = r.id
    where r.marketplace_application_id = ${applicationId} or r.ede_application_id in (
      select e.id from ede_applications e where e.application_id in (${internal}))
    order by r.id`.execute(db)
  const authorizations = await sql<Row>`
    select 'exchange authorization' as kind, ${requested('contact')}, null as terms, null as signature, null as revocation,
      null as file,
      jsonb_build_object('planYear', r.plan_year, 'shownAs', r.sent_to, 'codeEnds', ${at('r.expires_at')},
        'given', case when g.request_id is not null then jsonb_build_object('authorizedAt', ${at('g.authorized_at')},
          'method', g.method, 'validUntil', g.valid_until, 'recordedBy', n.user_name, 'address', g.address,
          'userAgent', g.user_agent) end) as authorization
    from authorization_requests r left join users u on u.id = r.created_by
    left join exchange_authorizations g on g.request_id = r.id left join users n on n.id = g.recorded_by
    where r.marketplace_application_id = ${applicationId} or r.application_id in (${internal})
    order by r.id`.execute(db)
  const own = await sql<Row>`
    select 'own enrollment' as kind, ${at('e.attested_at')} as "requestedAt", u.user_name as "requestedBy", 'account' as channel,
      e.attested_name as "sentTo", '' as agency, null as "agentName", null as "agentNpn", null as terms,
      jsonb_build_object('signedAt', ${at('e.attested_at')}, 'signedName', e.attested_name, 'address', e.address,
        'userAgent', coalesce(e.user_agent, ''), 'language', coalesce(e.language, 'en'),
        'textVersion', coalesce(e.text_version, 'none'), 'text', coalesce(e.text_signed, ${storedFacts}),
        'sha256', encode(e.text_sha256, 'hex')) as signature,
      null as revocation, null as file, null as authorization
    from enrollments e left join users u on u.id = e.attested_by
    where e.application_id = ${applicationId} and e.review_id is null
    order by e.id`.execute(db)
  return [...consents.rows, ...reviews.rows, ...own.rows, ...authorizations.rows]
    .map(({ signature, ...row }) => ({
      ...row,
      signature: signature && {
        ...signature,
        hashMatches: signature.sha256 === null ? null : sha256Of(signature.text) === signature.sha256,
      },
    }))
    .sort((one, two) => (one.requestedAt < two.requestedAt ? -1 : 1))
}

const linkedTo = (applicationId: number): RawBuilder<unknown> => sql`
  select i.id from marketplace_applications m join internal_applications i on ${linkedApplications}
  where m.id = ${applicationId}`

/** SQL: groups and attestations of an enrollment `e` as they are stored, where its text was not. */
const storedFacts = sql`(
  select string_agg(format('Plan: %s, %s; premium %s, credit %s, to pay %s a month, for %s', g.plan_name, g.issuer, g.premium,
    g.aptc_selected, g.responsibility, array_to_string(g.applicants, ', ')), E'\\n' order by g.place)
  from enrollment_groups g where g.enrollment_id = e.id)
  || E'\\n\\n' || (select string_agg('- ' || value, E'\\n' order by key) from jsonb_each_text(e.attested))`

export const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
