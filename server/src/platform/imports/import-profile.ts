import { fail } from '@coverdesk/domain/fail.ts'
import type { CarrierProfile, HeadingUse, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { headingKey } from '@coverdesk/domain/uploads/heading-match.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface KeptProfile {
  version: number
  profile: CarrierProfile
  savedAt: Date | null
  savedBy: string | null
}

/** Newest profile of a carrier; version 0 and the default profile if none is saved. */
export async function readProfile(db: Db, kind: ImportKind, carrierId: number): Promise<KeptProfile> {
  const { rows } = await sql<KeptProfile>`
    select p.version, p.profile, p.saved_at as "savedAt", u.user_name as "savedBy"
    from carrier_profiles p left join users u on u.id = p.saved_by
    where p.carrier_id = ${carrierId} and p.kind = ${kind}
    order by p.version desc limit 1`.execute(db)
  return rows[0] ?? { version: 0, profile: plainProfile, savedAt: null, savedBy: null }
}

/** Saves the version after `version`; fails with `record.changed` on an edit conflict (P-74). */
export async function saveProfile(
  db: Db,
  saved: { kind: ImportKind; carrierId: number; version: number; profile: CarrierProfile; userId: number },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into carrier_profiles (carrier_id, kind, version, profile, saved_by)
    select ${saved.carrierId}, ${saved.kind}, ${saved.version + 1}, ${JSON.stringify(saved.profile)}::jsonb, ${saved.userId}
    where ${saved.version} = coalesce(
      (select max(version) from carrier_profiles where carrier_id = ${saved.carrierId} and kind = ${saved.kind}), 0)
    on conflict do nothing
    returning version`.execute(db)
  return rows[0]?.version ?? fail('record.changed')
}

/** Profile with the user's meanings of values. */
export function withValues(profile: CarrierProfile, values: ValueMapping): CarrierProfile {
  const merged = { ...profile.values }
  for (const [field, words] of Object.entries(values)) merged[field] = { ...merged[field], ...words }
  return { ...profile, values: merged }
}

/** Profile with the user's column mappings and values of this file; null if nothing is new. */
export function learnt(
  profile: CarrierProfile,
  uses: readonly HeadingUse[],
  chosen: readonly string[],
  values: ValueMapping,
): CarrierProfile | null {
  const headings = Object.fromEntries(Object.entries(profile.headings).map(([field, known]) => [field, [...known]]))
  const ignored = new Set(profile.ignored ?? [])
  let news = Object.values(values).some((words) => Object.keys(words).length > 0)
  for (const { heading, field, by } of uses) {
    const same = (known: string) => headingKey(known) === headingKey(heading)
    if (by === 'choice' && field !== null && !headings[field]?.some(same)) {
      for (const known of Object.values(headings))
        known.splice(0, known.length, ...known.filter((other) => !same(other)))
      headings[field] = [heading, ...(headings[field] ?? [])].slice(0, 20)
      for (const known of ignored) if (same(known)) ignored.delete(known)
      news = true
    }
    if (field === null && chosen.some(same) && ![...ignored].some(same) && ignored.size < 200) {
      ignored.add(heading)
      news = true
    }
  }
  return news ? withValues({ ...profile, headings, ignored: [...ignored] }, values) : null
}
