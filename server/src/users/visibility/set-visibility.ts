import { everything, notOwn } from '@coverdesk/domain/access/rights.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { opensMore } from '@coverdesk/domain/users/own-rights.ts'
import { areasAbove } from '@coverdesk/domain/users/rights-above.ts'
import type { users } from '@coverdesk/domain/users/user-contract.ts'
import { type Rule, ruleProblem } from '@coverdesk/domain/users/visible-agents.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { SignedIn } from '../../platform/auth/session.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import { needsApproval, recordGrant, requestApproval } from '../grants/grant-rights.ts'
import { existingAgents, lockUser, visibilityOf } from '../user-queries.ts'

/**
 * Replaces the rules for whose records of which areas a user sees. Sessions continue, because rules are read with each
 * request. Fails with 400 when a rule names an agent that does not exist, and with `user.own_rights` when it would open
 * more to the caller (P-34).
 */
export const setVisibility: Handler<typeof users.setVisibility> = async (call, wanted) => {
  return await inTransaction(call.db, async (db) => {
    const waiting = await saveVisibility(db, call, wanted, call.user)
    return waiting ? { ...done, waiting } : done
  })
}

interface VisibilityInput {
  id: number
  rules: readonly Rule[]
  version?: number | undefined
}

/** Saves the rules, or lets them wait for approval when they open more than the granter sees (see `saveEdit`). */
export async function saveVisibility(
  db: Db,
  call: SignedInCall,
  { id, rules: wanted, version }: VisibilityInput,
  granter: SignedIn | null,
): Promise<true | null> {
  const user = await lockUser(db, call.services.config.org, id)
  if (version !== undefined && version !== user.version) fail('record.changed')
  const rules = await uniqueRules(db, wanted)
  const before = await visibilityOf(db, id)
  if (id === call.user.id && opensMore(before, rules, user.agentId)) fail('user.own_rights')
  const areas = granter && id !== call.user.id ? areasAbove(granter.visibility, before, rules, user.agentId) : []
  const grant = { userId: id, act: 'visibility' as const, rights: areas }
  if (areas.length > 0 && (await needsApproval(db, call.user.id, id))) {
    await requestApproval(db, call, grant, { payload: { id, rules }, before: before.map(ruleOf) })
    return true
  }
  await sql`delete from user_visibility where user_id = ${id}`.execute(db)
  await sql`
    insert into user_visibility (user_id, agent_id, resource_id)
    select ${id}, * from unnest(${rules.map((rule) => rule.agentId)}::text[], ${rules.map((rule) => rule.resourceId)}::text[])`.execute(
    db,
  )
  await sql`update users set version = version + 1 where id = ${id}`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'user visibility',
    entityId: id,
    outcome: 'done',
    facts: changeOf(before, rules),
  })
  await recordGrant(db, call, grant)
  return null
}

/** Removes duplicate rules; fails naming those whose agent does not exist or that contradict another. */
export async function uniqueRules(db: Db, grant: readonly Rule[]): Promise<Rule[]> {
  const rules = [...new Map(grant.map((rule) => [wordOf(rule), ruleOf(rule)])).values()]
  const words = [everything, notOwn]
  const named = rules.map((rule) => rule.agentId).filter((agentId) => !words.includes(agentId))
  const known = named.length > 0 ? await existingAgents(db, named) : new Set()
  const details = grant.flatMap((rule, index) => {
    const isKnown = words.includes(rule.agentId) || known.has(rule.agentId)
    const message = isKnown ? ruleProblem(rule, rules) : 'This agent does not exist'
    return message ? [{ path: `rules.${index}.agentId`, message }] : []
  })
  if (details.length > 0) throw invalidFields(details)
  return rules
}

/** Without the agent's name, which rows of a list have too. */
export const ruleOf = ({ agentId, resourceId }: Rule): Rule => ({ agentId, resourceId })

const wordOf = (rule: Rule) => `${rule.agentId}:${rule.resourceId}`

/** Whether two sets of rules are the same, in any order. */
export function sameRules(some: readonly Rule[], others: readonly Rule[]): boolean {
  return some.length === others.length && some.every((rule) => others.some((other) => wordOf(other) === wordOf(rule)))
}

function changeOf(before: readonly Rule[], after: readonly Rule[]): Record<string, string | number> {
  const [had, has] = [before.map(wordOf), after.map(wordOf)]
  return {
    rules: has.length,
    added: has.filter((rule) => !had.includes(rule)).join(', '),
    removed: had.filter((rule) => !has.includes(rule)).join(', '),
  }
}
