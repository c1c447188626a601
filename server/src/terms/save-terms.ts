import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findTerms } from './find-terms.ts'

const labels = { english: 'Terms in English', spanish: 'Terms in Spanish' }
/** Id of the single text in its history. */
const theTerms = 1

/** Adds a version of the terms of use; rejects edits based on an older version (P-74). An unchanged text adds none. */
export const saveTerms: Handler<typeof terms.save> = ({ db, user, audit, now }, { version, english, spanish }) =>
  inTransaction(db, async (db) => {
    await sql`lock table terms_versions in share row exclusive mode`.execute(db)
    const before = await findTerms(db)
    if (before.version !== version) return await refuseEditConflict(db, 'terms', theTerms, version)
    const changes = fieldChanges(labels, { english: before.english, spanish: before.spanish }, { english, spanish })
    if (changes.length === 0) return before
    await sql`
      insert into terms_versions (version, effective_on, english, spanish, saved_by)
      values (${version + 1}, ${todayIn(now)}, ${english}, ${spanish}, ${user.id})`.execute(db)
    await keepChange(db, {
      entity: 'terms',
      id: theTerms,
      version: version + 1,
      action: 'Terms of use set',
      by: user.id,
      changes,
    })
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'terms',
      entityId: theTerms,
      outcome: 'done',
      facts: { version: version + 1, fields: changes.map(({ field }) => field).join(', ') },
    })
    return await findTerms(db)
  })
