import type { RateRow } from '@coverdesk/domain/rates/rate-contract.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconEdit, IconHistory, IconPlus } from '@tabler/icons-react'
import { ActionButton } from '../ui/action-button.tsx'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const noRight = 'You do not have the right to change rates'

interface Props {
  /** The selected rate. */
  chosen: RateRow | undefined
  mayWrite: boolean
  phone: boolean
  onNew(): void
  onEdit(row: RateRow): void
  onHistory(row: RateRow): void
  onBack(): void
}

/** The buttons of the screen (RATE-04). On a phone a row opens its rate. */
export function RateButtons({ chosen, mayWrite, phone, onNew, onEdit, onHistory, onBack }: Props) {
  const unchosen = chosen ? undefined : 'Select a rate first'
  return (
    <>
      <Button size={phone ? 'xl' : 'sm'} leftSection={<IconArrowLeft {...icon} />} onClick={onBack}>
        Go Back
      </Button>
      {phone ? null : (
        <ActionButton refused={unchosen} icon={<IconHistory {...icon} />} onClick={() => chosen && onHistory(chosen)}>
          History
        </ActionButton>
      )}
      {phone ? null : (
        <ActionButton
          refused={mayWrite ? unchosen : noRight}
          icon={<IconEdit {...icon} />}
          onClick={() => chosen && onEdit(chosen)}
        >
          Edit Rate
        </ActionButton>
      )}
      <ActionButton primary refused={mayWrite ? undefined : noRight} icon={<IconPlus {...icon} />} onClick={onNew}>
        {phone ? 'New' : 'New Rate'}
      </ActionButton>
    </>
  )
}
