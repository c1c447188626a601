import type { AgentOfEmail } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

interface Match {
  agentId: number
  contactId: number
  name: string
  npn: string | null
  /** Login of the agent's user; of another organization 'another user'. */
  takenBy: string | null
}

/** Agent whose contact a new user with this email address gets, or why the address cannot be registered. */
export type AgentMatch = { answer: AgentOfEmail; contactId: number | null }

/**
 * Finds the agent with an email address, ignoring case, by login email or by the contact's addresses. A problem when the
 * agent has a user already, or when several agents have the address.
 */
export async function agentOfEmail(db: Db, org: string | null, email: string): Promise<AgentMatch> {
  const matches = await findAgents(db, org, email)
  const [agent, another] = matches
  if (!agent) return { answer: { agentId: null, name: null, npn: null, problem: null }, contactId: null }
  const { agentId, name, npn, contactId } = agent
  const problem = another
    ? `Several agents have this email: ${new Intl.ListFormat('en-US').format(matches.map((match) => match.name))}. Correct it in Agent Manage first`
    : agent.takenBy
      ? `This is the email of the agent ${name}, who already has the user ${agent.takenBy}. Edit that user instead`
      : null
  return { answer: { agentId, name, npn, problem }, contactId }
}

/** An agent's login email is unique, so it decides; a contact's address may belong to several agents. */
async function findAgents(db: Db, org: string | null, email: string): Promise<Match[]> {
  const { rows } = await sql<Match & { byLogin: boolean }>`
    select a.id as "agentId", a.contact_id as "contactId", a.name, a.npn, lower(a.login_email) = lower(${email}) as "byLogin",
      case when u.id is null then null when ${org}::text is null or u.org = ${org} then u.user_name else 'another user' end as "takenBy"
    from agents a left join users u on u.contact_id = a.contact_id
    where a.id in (
      select id from agents where lower(login_email) = lower(${email})
      union
      select a.id from contact_emails e join agents a on a.contact_id = e.contact_id where lower(e.email) = lower(${email}))
    order by a.name, a.id`.execute(db)
  const byLogin = rows.filter((row) => row.byLogin)
  return byLogin.length > 0 ? byLogin : rows
}
