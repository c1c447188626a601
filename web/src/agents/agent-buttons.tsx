import type { AgentRow } from '@coverdesk/domain/agents/agent-contract.ts'
import { Button } from '@mantine/core'
import { IconCoin, IconEdit, IconPlus } from '@tabler/icons-react'
import { ActionButton } from '../ui/action-button.tsx'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

interface Props {
  /** The selected agent. */
  chosen: AgentRow | undefined
  seesRates: boolean
  phone: boolean
  onNew(): void
  onEdit(row: AgentRow): void
  onRate(): void
}

/** The buttons of the screen (AGENT-04). On a phone a row opens the agent, with its rates. */
export function AgentButtons({ chosen, seesRates, phone, onNew, onEdit, onRate }: Props) {
  const unchosen = chosen ? undefined : 'Select an agent first'
  return (
    <>
      {phone ? null : (
        <>
          <ActionButton refused={unchosen} icon={<IconEdit {...icon} />} onClick={() => chosen && onEdit(chosen)}>
            Edit Agent
          </ActionButton>
          <ActionButton
            refused={seesRates ? unchosen : 'You do not have the right to see rates'}
            icon={<IconCoin {...icon} />}
            onClick={onRate}
          >
            Rate
          </ActionButton>
        </>
      )}
      <Button size={phone ? 'xl' : 'sm'} variant="filled" leftSection={<IconPlus {...icon} />} onClick={onNew}>
        {phone ? 'New' : 'New Agent'}
      </Button>
    </>
  )
}
