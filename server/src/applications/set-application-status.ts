import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { type applications, mayRunApplications } from '@coverdesk/domain/applications/application-contract.ts'
import {
  type StatusTypeCode,
  statusChangeProblem,
  statusSetBy,
} from '@coverdesk/domain/applications/application-status.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { addStatuses, findStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import type { SetOfMany } from '../platform/lists/bulk-definition.ts'
import { type LockedApplication, lockApplications } from './application-queries.ts'
import { assignApplications } from './assign-applications.ts'

/** Sets the status of applications, all or none. Assigning is a bulk change with undo; it and deleting require admin.Application. */
export const setApplicationStatus =
  (setOfMany: SetOfMany): Handler<typeof applications.setStatus> =>
  (call, { ids, statusTypeCode: code, agentId = null, applicationId = null }) =>
    inTransaction(call.db, async (db) => {
      if (code !== 'SUB' && !mayPass(mayRunApplications, call.user)) fail('right.missing')
      const locked = await lockApplications(db, call.user, ids)
      refuse(code, locked)
      const status = (await findStatus(db, 'application', statusSetBy(code))) ?? fail('status.not_found')
      if (code !== 'ASG') return { status, records: await setStatus(db, call, { code, applicationId }, locked) }
      const records = await assignApplications.lock(
        db,
        call.user,
        locked.map(({ number }) => number),
      )
      const what = { kind: 'application', action: 'application.agent', value: agentId, comment: '' } as const
      return { status, records: (await setOfMany(db, call, what, records)).records }
    })

/** Fails with the applications that cannot get the status, and why. */
function refuse(code: StatusTypeCode, locked: readonly LockedApplication[]): void {
  const refused = locked.flatMap(({ name, statusId, inWizard, isSending }) => {
    const why = statusChangeProblem(code, statusId, inWizard, isSending)
    return why ? [{ name, why }] : []
  })
  const [first] = refused
  if (!first) return
  const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : ''
  fail('application.status_refused', {
    message: `${first.name}${more}: ${first.why}; nothing was changed`,
    details: { records: refused.length, names: refused.slice(0, 20).map(({ name }) => name) },
  })
}

async function setStatus(
  db: Db,
  call: SignedInCall,
  { code, applicationId }: { code: StatusTypeCode; applicationId: string | null },
  locked: readonly LockedApplication[],
): Promise<number> {
  const value = statusSetBy(code)
  const numbers = locked.map(({ number }) => number)
  const entries = locked.map(({ number, agentId }) => ({ id: number, value, agentId }))
  await addStatuses(db, 'application', entries, { comment: '', by: call.user.id })
  await sql`
    update internal_applications set status_id = ${value}, marketplace_id = coalesce(${applicationId}, marketplace_id),
      updated_at = now()
    where id = any(${numbers}::bigint[])`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'status',
    entity: 'internal-application',
    outcome: 'done',
    facts: { status: code },
    subjects: numbers,
  })
  return numbers.length
}
