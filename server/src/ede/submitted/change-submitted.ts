import { type EdeAnswers, isCoverageOver } from '@coverdesk/domain/ede/ede-answers.ts'
import type { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { edeDetail, findEde, lockEde } from '../ede-queries.ts'
import { refuseOthers } from '../save-ede.ts'

/**
 * Opens what the exchange accepted for a change of it (decision 318): the answers can be edited, reviewed and submitted again, and what was
 * accepted is kept until then. One that is open already is returned.
 */
export const beginChange: Handler<typeof ede.change> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    const stored = await lockEde(db, call.user, id)
    await refuseOthers(db, call, stored)
    if (stored.isChange) return await edeDetail(db, stored, call.user, call.now)
    if (stored.state !== 'submitted' || stored.applicationId === null) fail('ede.not_submitted')
    if (isCoverageOver(stored.planYear, todayIn(call.now))) fail('ede.coverage_over')
    await sql`
      insert into ede_submissions (ede_application_id, submission_id, submitted_at, answers)
      select id, submission_id, submitted_at, answers from ede_applications where id = ${stored.key}`.execute(db)
    await sql`
      update ede_applications set submission_id = null, submission_tries = 0, health_sherpa_at = null,
        change_began_at = clock_timestamp(), updated_at = clock_timestamp(), step = 'about', version = version + 1,
        answers = ${JSON.stringify(withoutEvent(stored.answers))}::jsonb
      where id = ${stored.key}`.execute(db)
    return await told(db, call, id, 'ede-change-begun')
  })

/** Takes a change back that was not sent: the answers are those that the exchange accepted last. */
export const discardChange: Handler<typeof ede.discardChange> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    const stored = await lockEde(db, call.user, id)
    await refuseOthers(db, call, stored)
    if (stored.state === 'sending') fail('ede.sending')
    if (!stored.isChange) return await edeDetail(db, stored, call.user, call.now)
    await sql`
      with accepted as (
        delete from ede_submissions where id = (select max(id) from ede_submissions where ede_application_id = ${stored.key})
        returning submission_id, answers
      )
      update ede_applications e set submission_id = a.submission_id, answers = a.answers, change_began_at = null,
        updated_at = clock_timestamp(), step = 'review', version = e.version + 1
      from accepted a where e.id = ${stored.key}`.execute(db)
    return await told(db, call, id, 'ede-change-discarded')
  })

/** The life event of the first submission is not the one of the change. */
function withoutEvent(answers: EdeAnswers): EdeAnswers {
  return { ...answers, about: { ...answers.about, specialYear: '', event: '', eventDate: '' } }
}

async function told(db: Db, call: SignedInCall, id: string, what: string) {
  const stored = await findEde(db, call.user, id)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'internal-application',
    entityId: stored.number,
    outcome: 'done',
    facts: { what, version: stored.version },
  })
  return await edeDetail(db, stored, call.user, call.now)
}
