import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { AgentHoldings, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { mayReadPayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Handler } from '../../platform/http/http-call.ts'
import { findAgent } from '../agent-queries.ts'

/**
 * What an agent still holds, counted as the lists that the screen links to. Administrators see everyone's records; a figure
 * whose list the user may not open is null.
 */
export const agentHoldings: Handler<typeof agents.holdings> = async ({ db, user }, { id }) => {
  await findAgent(db, id)
  const ifMay = (allow: string, figure: RawBuilder<unknown>) => (mayPass(allow, user) ? sql`(${figure})` : sql`null`)
  const ledger = (kind: 'advance' | 'carry') =>
    sql`select coalesce(sum(amount), 0)::numeric(14, 2)::text from agent_ledger where agent_id = ${id} and kind = ${kind}`
  const { rows } = await sql<AgentHoldings>`
    select ${ifMay(sectionRules.Leads.allow, sql`select count(*)::int from leads where agent_id = ${id}`)} as leads,
      ${ifMay(sectionRules.Customer.allow, sql`select count(*)::int from customers where agent_id = ${id} and not merged`)} as customers,
      ${ifMay(
        sectionRules.Policies.links.Policies,
        sql`select count(*)::int from policies where agent_id = ${id} and status = 'Active'`,
      )} as policies,
      ${ifMay(
        sectionRules['Direct Enrollment'].links.Applications,
        sql`select count(*)::int from internal_applications where assigned_agent_id = ${id} and status_id = ${applicationStatus.Assigned}`,
      )} as applications,
      (select count(*)::int from notes n join users u on u.id = n.created_by
        join agents a on a.contact_id = u.contact_id
        where a.id = ${id} and n.follow_up_on is not null and n.followed_up_at is null) as "followUps",
      ${ifMay(mayReadPayTerms, ledger('advance'))} as advances,
      ${ifMay(sectionRules.Commission.links.Balances, ledger('carry'))} as carried,
      array(select u.user_name from users u join agents a on a.contact_id = u.contact_id
        where a.id = ${id} and u.enabled order by u.user_name) as logins`.execute(db)
  const [held] = rows
  if (!held) throw new Error('A query without FROM has a row')
  return held
}
