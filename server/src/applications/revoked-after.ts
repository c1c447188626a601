/**
 * SQL: when the client of an internal application revoked after the signature of the consent `g`, else null. A revocation
 * ends all earlier consents of the application, not only the one that it answers.
 */
export const revokedAfter = `(select min(v.revoked_at) from consents h join consent_revocations v on v.consent_id = h.id
  where h.application_id = g.application_id and v.revoked_at > g.signed_at)`
