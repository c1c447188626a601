import { Email } from '@coverdesk/domain/access/password-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { apiQuery } from '../../platform/api/query.ts'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { FieldPair } from '../../ui/form/form-modal.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import type { RegisterForm } from '../user-fields.ts'

/** Name of the new user, or the agent with the typed email address, whose contact the user gets. */
export function NameOrAgent() {
  const typed = useWatch<RegisterForm, 'email'>({ name: 'email' }).trim()
  const { data: agent } = useQuery({
    ...apiQuery(users.agentOfEmail, { email: typed }),
    enabled: Email.safeParse(typed).success,
    staleTime: 0,
  })
  if (agent?.problem) return <NoticeLine tone="amber">{agent.problem}.</NoticeLine>
  if (agent && agent.agentId !== null)
    return (
      <NoticeLine tone="blue">
        This is the email of the agent <strong>{agent.name}</strong>
        {agent.npn ? `, NPN ${agent.npn}` : ''}. The user is linked to that agent's contact: it has the agent's name,
        and the agent's records are the user's own.
      </NoticeLine>
    )
  return (
    <FieldPair>
      <TextField<RegisterForm> name="firstName" label="First name" optional maxLength={50} />
      <TextField<RegisterForm> name="lastName" label="Last name" optional maxLength={50} />
    </FieldPair>
  )
}
