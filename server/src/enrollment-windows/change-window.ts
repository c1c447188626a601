import type { enrollmentWindows } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { stateNames } from '@coverdesk/domain/fields/us-state.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { exchangesOf } from './list-windows.ts'

/** Adds what holds from now on; earlier changes stay as they were made. */
export const changeWindow: Handler<typeof enrollmentWindows.change> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const { exchange, planYear, opens, source, confidence, reason } = input
    const [closes, lastForJanuary] = [input.closes || null, input.lastForJanuary || null]
    if (!exchangesOf(planYear).some((one) => one.exchange === exchange))
      failField('exchange', `${stateNames[exchange] ?? exchange} has no exchange of its own for ${planYear}`)
    const { rows } = await sql<{ id: number }>`
      insert into enrollment_windows (exchange, plan_year, opens, closes, last_for_january, source, confidence, reason,
        created_by)
      values (${exchange}, ${planYear}, ${opens}, ${closes}, ${lastForJanuary}, ${source}, ${confidence}, ${reason},
        ${call.user.id})
      returning id`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'enrollment-window',
      entityId: rows[0]?.id ?? 0,
      outcome: 'done',
      facts: {
        exchange,
        planYear,
        opens,
        closes: closes ?? 'not known',
        lastForJanuary: lastForJanuary ?? 'not known',
        source,
        confidence,
        reason,
      },
    })
    return done
  })
