import { agents, type AgentHoldings as Holdings } from '@coverdesk/domain/agents/agent-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { paths, withQuery } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'

/** What an agent who leaves still holds, with links to the lists where it is handed over. */
export function AgentHoldings({ agentId }: { agentId: number }) {
  const { data } = useQuery(apiQuery(agents.holdings, { id: agentId }))
  if (!data) return null
  const { assigned, rest } = partsOf(data, agentId)
  if (assigned.length === 0 && rest.length === 0)
    return <NoticeLine tone="blue">This agent holds nothing that someone else has to take over.</NoticeLine>
  return (
    <NoticeLine tone="amber">
      {assigned.length > 0 ? (
        <>Still assigned to this agent: {listed(assigned)}. To hand them over, select them there and choose Assign. </>
      ) : null}
      {rest.map(({ name, part }) => (
        <Fragment key={name}>{part} </Fragment>
      ))}
    </NoticeLine>
  )
}

function partsOf(held: Holdings, agentId: number) {
  const counted = (count: number | null, one: string, many: string) =>
    count ? `${count.toLocaleString('en-US')} ${count === 1 ? one : many}` : null
  const linked = (text: string | null, to: string) =>
    text === null ? null : (
      // The dialog keeps what is not saved.
      <Link to={to} target="_blank">
        {text}
      </Link>
    )
  const money = (amount: string | null) => (amount === null || Number(amount) === 0 ? null : showMoney(amount))
  const policies = linked(
    counted(held.policies, 'active policy', 'active policies'),
    withQuery(paths.policies, { agentId, status: 'Active' }),
  )
  const followUps = counted(held.followUps, 'open follow-up', 'open follow-ups')
  const advances = linked(money(held.advances), withQuery(paths.adjustments, { tab: 'advances', agentId }))
  const carried = linked(money(held.carried), withQuery(paths.balances, { agentId }))
  const leads = linked(counted(held.leads, 'lead', 'leads'), withQuery(paths.leads, { agentId }))
  const customers = linked(
    counted(held.customers, 'customer', 'customers'),
    withQuery(paths.customerManage, { agentId }),
  )
  const applications = linked(
    counted(held.applications, 'application', 'applications'),
    withQuery(paths.applications, { assignedTo: agentId, statusId: applicationStatus.Assigned }),
  )
  return {
    assigned: present({ leads, customers, applications }),
    rest: present({
      policies: policies && <>Agent of record of {policies} until the carriers change it.</>,
      followUps: followUps && <>{followUps} in the agent's notes.</>,
      advances: advances && <>Advances not recovered yet: {advances}.</>,
      carried: carried && <>Balance for the next pay run: {carried}.</>,
      logins: held.logins.length > 0 && (
        <>
          {new Intl.ListFormat('en-US').format(held.logins)} can still log in: a security administrator clears Enabled
          under Users.
        </>
      ),
    }),
  }
}

interface NamedPart {
  name: string
  part: ReactNode
}

const present = (parts: Readonly<Record<string, ReactNode>>): NamedPart[] =>
  Object.entries(parts).flatMap(([name, part]) => (part === null || part === false ? [] : [{ name, part }]))

/** 'a, b and c'. */
function listed(parts: readonly NamedPart[]): ReactNode {
  return parts.map(({ name, part }, index) => (
    <Fragment key={name}>
      {index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', '}
      {part}
    </Fragment>
  ))
}
