import { fail } from '@coverdesk/domain/fail.ts'
import type { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { sql } from 'kysely'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockPeriod, recordCheck } from './confirm-statement.ts'
import { refusedRowsOf } from './find-statement-check.ts'

/** Remembers why refused rows need no loading: one, or all that wait. Fails with `statement.no_refused` when none waits. */
export const setRefusedAside: Handler<typeof statementChecks.setAside> = (call, { reason, batchId, line, ...query }) =>
  inTransaction(call.db, async (db) => {
    const period = await lockPeriod(db, query)
    const waiting = (await refusedRowsOf(db, period)).filter(
      (row) =>
        row.setAside === null &&
        (batchId === undefined || row.batchId === batchId) &&
        (line === undefined || row.line === line),
    )
    if (waiting.length === 0) fail('statement.no_refused')
    await sql`
      insert into refused_rows_set_aside (file_hash, line, reason, created_at, created_by)
      select distinct b.file_hash, r.line, ${reason}, ${call.now}::timestamptz, ${call.user.id}::bigint
      from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as r ("batchId" bigint, line int)
      join import_batches b on b.id = r."batchId"`.execute(db)
    return await recordCheck(db, call, period, `${waiting.length} refused rows set aside`)
  })

/** Takes the decision about a refused row back. Fails with `statement.no_refused` when it is not set aside. */
export const putRefusedBack: Handler<typeof statementChecks.putBack> = (call, { batchId, line, ...query }) =>
  inTransaction(call.db, async (db) => {
    const period = await lockPeriod(db, query)
    const found = (await refusedRowsOf(db, period)).some(
      (row) => row.batchId === batchId && row.line === line && row.setAside !== null,
    )
    if (!found) fail('statement.no_refused')
    await sql`
      update refused_rows_set_aside k set undone_at = ${call.now}, undone_by = ${call.user.id}
      from import_batches b where b.id = ${batchId} and k.file_hash = b.file_hash and k.line = ${line} and k.undone_at is null`.execute(
      db,
    )
    return await recordCheck(db, call, period, 'refused row put back')
  })
