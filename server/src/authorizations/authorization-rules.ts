import type { AuthorizationRule, authorizationRules } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { usesFederalPlatform } from '@coverdesk/domain/consents/authorization-rule.ts'
import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { Handler } from '../platform/http/http-call.ts'

interface Changed {
  state: string
  name: string
  from: string | null
  until: string | null
  reason: string | null
  changedBy: string | null
  changedDate: string | null
}

/** States with an exchange by name, each with what holds for the plans that are sold now. */
export const listRules: Handler<typeof authorizationRules.list> = async ({ db, now }) => {
  const year = await yearOfferedIn(db, null, todayIn(now))
  return (await changedRules(db)).flatMap((row): AuthorizationRule[] => {
    const exchange = rowFor(stateExchanges, row.state, year)
    return exchange ? [{ ...row, exchange: exchange.name, isFederal: usesFederalPlatform(row.state, year) }] : []
  })
}

async function changedRules(db: Db): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select s.code as state, s.name, r.asked_from as "from", r.asked_until as until, r.reason, u.user_name as "changedBy",
      ${sql.raw(instantOf('r.created_at'))} as "changedDate"
    from states s
    left join lateral (
      select * from authorization_rules r where r.state = s.code order by r.id desc limit 1) r on true
    left join users u on u.id = r.created_by
    order by s.name`.execute(db)
  return rows
}

/** Adds what holds from now on; earlier changes stay as they were made. */
export const changeRules: Handler<typeof authorizationRules.change> = (call, { states, asked, from, until, reason }) =>
  inTransaction(call.db, async (db) => {
    const known = new Set(stateExchanges.map(({ state }) => state))
    const unknown = states.find((state) => !known.has(state))
    if (unknown) failField('states', `${unknown} has no exchange that we know`)
    const period = asked ? { from, until: until || null } : { from: null, until: null }
    for (const state of new Set(states)) {
      const { rows } = await sql<{ id: number }>`
        insert into authorization_rules (state, asked_from, asked_until, reason, created_by)
        values (${state}, ${period.from}, ${period.until}, ${reason}, ${call.user.id}) returning id`.execute(db)
      await writeAudit(db, call.audit, {
        action: 'update',
        entity: 'authorization-rule',
        entityId: rows[0]?.id ?? 0,
        outcome: 'done',
        facts: { state, from: period.from ?? 'not asked', until: period.until ?? 'open', reason },
      })
    }
    return done
  })
