import type { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { addStatuses } from '../../history/status-history.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { canEnd, edeDetail, findEde, lockEde, reviewsOf } from '../ede-queries.ts'

/**
 * Ends a submission that the exchange does not confirm, so that the answers can be changed or the application deleted. An
 * answer that comes later still links what the exchange accepted.
 */
export const endSubmission: Handler<typeof ede.end> = (call, { id, reason }) =>
  inTransaction(call.db, async (db) => {
    const stored = await lockEde(db, call.user, id)
    if (stored.state !== 'sending') fail('sending.none')
    if (!canEnd(stored, await reviewsOf(db, stored, call.now))) fail('sending.not_ended')
    await sql`
      update ede_applications set submission_id = null, submission_tries = 0, updated_at = clock_timestamp()
      where id = ${stored.key}`.execute(db)
    const entry = { id: stored.number, value: stored.statusId, agentId: stored.agentId }
    await addStatuses(db, 'application', [entry], { comment: `Submission ended: ${reason}`, by: call.user.id })
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'internal-application',
      entityId: stored.number,
      outcome: 'done',
      facts: { what: 'ede-ended', reason, submissionId: stored.submissionId ?? '', tries: stored.submissionTries },
    })
    return await edeDetail(db, await findEde(db, call.user, id), call.user, call.now)
  })
