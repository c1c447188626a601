import type { PaperPerson } from '@coverdesk/domain/ede/answers-of-paper.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { isVisible } from './offline-queries.ts'
import { offlineVisibility } from './offline-visibility.ts'

/** Applicant and members of the newest paper application of a contact that the user may open; empty without one. */
export async function peopleOnPaper(db: Db, user: SignedIn, contactId: number): Promise<PaperPerson[]> {
  const { rows } = await sql<PaperPerson>`
    with newest as (
      select o.* from offline_applications o
      where o.contact_id = ${contactId} and ${isVisible(offlineVisibility(user))} order by o.created_at desc, o.id desc limit 1)
    select 'self' as relation, o.first_name as "firstName", o.middle_name as "middleName", o.last_name as "lastName", o.dob::text,
      o.sex, o.apply, o.migratory_status as "migratoryStatus", o.type_of_income as "typeOfIncome",
      o.annual_income::text as "annualIncome", 0 as place
    from newest o
    union all
    select m.relation, m.first_name, m.middle_name, m.last_name, m.dob::text, m.sex, m.apply, m.migratory_status, m.type_of_income,
      m.annual_income::text, m.position + 1
    from newest o join offline_app_members m on m.application_id = o.id
    order by place`.execute(db)
  return rows
}
