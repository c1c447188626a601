import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { Dollars } from '@coverdesk/domain/pay-terms/pay-term-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { formSchema } from './pay-term-form.tsx'

type Form = { minimum: string }
const schema = formSchema<Form, Form>(z.strictObject({ minimum: Dollars('Minimum', 'not negative') }))

/** Minimum payout of an agent: smaller payouts are carried into the next month. */
export function MinimumPayoutModal({
  opened,
  agent,
  mayWrite,
  onClose,
}: {
  opened: boolean
  agent: { agentId: number; agentName: string }
  mayWrite: boolean
  onClose(): void
}) {
  const { agentId, agentName } = agent
  const query = useQuery({ ...apiQuery(agentContracts.minimumPayout, { agentId }), enabled: opened, staleTime: 0 })
  const save = useSend(agentContracts.setMinimumPayout, { refreshes: [agentContracts.minimumPayout] })
  const editConflict = useEditConflict<Form>({ what: 'agent', onReload: query.refetch })
  const readOnly = mayWrite
    ? undefined
    : `${showMoney(query.data?.minimum ?? '0')}. You don't have permission to change it.`
  return (
    <FormModal<Form, Form>
      opened={opened}
      onClose={onClose}
      title={`Minimum payout of ${agentName}`}
      schema={schema}
      values={{ minimum: query.data?.minimum ?? '' }}
      submit="Save minimum"
      width={420}
      placeholder={query.data ? readOnly : 'Loading …'}
      formKey={`${query.data?.version} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={async ({ minimum }) => {
        try {
          await save.mutateAsync({ agentId, minimum, version: query.data?.version ?? 0 })
          toasts.success('Minimum payout saved')
          onClose()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      <MoneyField<Form> name="minimum" label="Minimum" help="A smaller payout is carried into the next month." />
    </FormModal>
  )
}
