import type { Enrollment } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { triesBeforeEnd } from '@coverdesk/domain/marketplace/end-sending.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Enrollments of an application, newest first. */
export async function enrollmentsOf(db: Db, applicationId: number): Promise<Enrollment[]> {
  return await enrollmentsWhere(db, sql`e.application_id = ${applicationId}`)
}

export async function enrollmentById(db: Db, id: number): Promise<Enrollment> {
  const [found] = await enrollmentsWhere(db, sql`e.id = ${id}`)
  if (!found) throw new Error(`There is no enrollment ${id}`)
  return found
}

async function enrollmentsWhere(db: Db, condition: RawBuilder<unknown>): Promise<Enrollment[]> {
  const { rows } = await sql<Omit<Enrollment, 'attestedAt'> & { attestedAt: Date }>`
    select e.id, e.submission_id as "submissionId", s.state, s.reason, s.refusal, s.ended_by is not null as "isEnded",
      s.state = 'sending' and s.tries >= ${triesBeforeEnd} as "canEnd", e.plan_year as "planYear",
      e.attested_at as "attestedAt", e.attested_name as "attestedBy",
      (select jsonb_agg(jsonb_build_object(
          'applicants', g.applicants,
          'plan', jsonb_build_object('id', g.plan_id, 'name', g.plan_name, 'issuer', g.issuer, 'premium', g.premium::text),
          'aptc_selected', g.aptc_selected::text, 'responsibility', g.responsibility::text) order by g.place)
        from enrollment_groups g where g.enrollment_id = e.id) as groups
    from enrollments e join enrollment_sendings s on s.enrollment_id = e.id
    where ${condition}
    order by e.id desc`.execute(db)
  return rows.map((row) => ({ ...row, attestedAt: row.attestedAt.toISOString() }))
}
