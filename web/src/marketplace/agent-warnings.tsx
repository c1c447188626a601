import { useWatch } from 'react-hook-form'
import { SellingWarning } from '../agents/selling-warning.tsx'
import { useStateId, useVisibleAgents } from '../lookups/lookup-choices.ts'
import type { Typed } from './updates/update-values.ts'

/** Warnings about the agents chosen in the form, by name; they don't block saving. */
export function AgentWarnings() {
  const chosen = useWatch<Typed, ['agentSaleId', 'agentId']>({ name: ['agentSaleId', 'agentId'] })
  const [state, carrier] = useWatch<Typed, ['userAddressStateCode', 'carrierId']>({
    name: ['userAddressStateCode', 'carrierId'],
  })
  const stateId = useStateId(state)
  const agents = useVisibleAgents('Application')
  const ids = [...new Set(chosen.map(Number))].filter((id) => id > 0)
  return ids.map((id) => (
    <SellingWarning
      key={id}
      agentId={id}
      stateId={stateId}
      carrierId={Number(carrier) || undefined}
      agent={agents.find(({ value }) => value === String(id))?.label}
    />
  ))
}
