import { enrollmentYears } from '@coverdesk/domain/retention/retention-classes.ts'
import { type RawBuilder, sql } from 'kysely'

/** Columns of a person in the surrounding query, with prefixed names (`held_…`) to avoid clashes. */
export interface PersonColumns {
  firstName: RawBuilder<string>
  lastName: RawBuilder<string>
  dob: RawBuilder<string | null>
  /** Text arrays. */
  emails: RawBuilder<string[]>
  phones: RawBuilder<string[]>
}

/**
 * SQL condition for a legal hold by enrollment records: a policy that is active, ended or was uploaded within ten years
 * before `at`, or an offline or internal application of that time, as applicant or household member. Matches people
 * like the customer page (policies-of-person.ts), or by name alone without a date of birth: a false match is safe, a
 * wrong deletion is not.
 */
export function enrollmentHold(person: PersonColumns, at: RawBuilder<Date>): RawBuilder<boolean> {
  const from = sql`(${at} - make_interval(years => ${enrollmentYears}))`
  const recentPolicy = sql`(held_policy.term_date is null or held_policy.term_date >= ${from}::date or held_policy.updated_at > ${from})`
  const recentApplication = sql`(held_form.held or held_form.created_at > ${from} or held_form.processed_at > ${from})`
  const recentInternal = sql`(held_internal.created_at > ${from} or held_internal.updated_at > ${from})`
  const { firstName, lastName, dob, emails, phones } = person
  const fullName = sql`plain_text(${lastName} || ' ' || ${firstName})`
  const sameLastName = (alias: string) => sql`plain_text(${sql.ref(`${alias}.last_name`)}) = plain_text(${lastName})`
  const sameBirth = (alias: string) =>
    sql`(${dob} is null or ${sql.ref(`${alias}.dob`)} is null or ${sql.ref(`${alias}.dob`)} = ${dob})`
  const plainEmails = sql`array(select plain_text(e) collate "C" from unnest(${emails}) as e)`
  return sql<boolean>`(
    exists (select from policies held_policy where held_policy.sort_name = ${fullName} and ${sameBirth('held_policy')} and ${recentPolicy})
    or exists (select from policies held_policy where held_policy.email is not null and plain_text(held_policy.email) collate "C" = any(${plainEmails})
      and ${sameLastName('held_policy')} and ${recentPolicy})
    or exists (select from policies held_policy where held_policy.phone is not null and held_policy.phone collate "C" = any(${phones})
      and ${sameLastName('held_policy')} and ${recentPolicy})
    or exists (select from offline_applications held_form where held_form.sort_name = ${fullName} and ${sameBirth('held_form')} and ${recentApplication})
    or exists (select from offline_applications held_form where plain_text(held_form.email) collate "C" = any(${plainEmails})
      and held_form.email <> '' and ${sameLastName('held_form')} and ${recentApplication})
    or exists (select from offline_applications held_form where held_form.phone collate "C" = any(${phones})
      and ${sameLastName('held_form')} and ${recentApplication})
    or exists (select from offline_app_members held_member join offline_applications held_form on held_form.id = held_member.application_id
      where held_member.dob = ${dob} and ${sameLastName('held_member')} and plain_text(held_member.first_name) = plain_text(${firstName})
        and ${recentApplication})
    or exists (select from internal_applications held_internal where held_internal.sort_name = ${fullName} and ${sameBirth('held_internal')} and ${recentInternal})
    or exists (select from internal_applications held_internal where plain_text(held_internal.email) collate "C" = any(${plainEmails})
      and ${sameLastName('held_internal')} and ${recentInternal})
    or exists (select from internal_applications held_internal where held_internal.phone collate "C" = any(${phones})
      and ${sameLastName('held_internal')} and ${recentInternal}))`
}
