import { mayReadPayTerms, mayWritePayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import {
  NewSplit,
  type PolicySplit,
  type PolicySplits,
  policySplits,
} from '@coverdesk/domain/pay-terms/split-contract.ts'
import { shareOf, shareUnits } from '@coverdesk/domain/pay-terms/split-rules.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useHasAccess } from '../../access/current-user.ts'
import { apiQuery, useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { ActionButton } from '../../ui/basics/action-button.tsx'
import { PercentField } from '../../ui/fields/amount-fields.tsx'
import { SelectField } from '../../ui/fields/choice-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { useEditConflict } from '../../ui/form/edit-conflict.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { formSchema, searchPaidAgents } from '../pay-term-form.tsx'
import css from './split-of-policy.module.css'

type Share = { agentId: number | ''; share: string }
type Form = { startDate: string; shares: Share[] }

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const maxShares = 10

/** How the agents of a policy share its pay, for users who may read what agents are paid. */
export function SplitOfPolicy({ policyId }: { policyId: number }) {
  return useHasAccess(mayReadPayTerms) ? <SplitButton policyId={policyId} /> : null
}

function SplitButton({ policyId }: { policyId: number }) {
  const [opened, setOpened] = useState(false)
  const [used, setUsed] = useState(false)
  const mayWrite = useHasAccess(mayWritePayTerms)
  return (
    <>
      <ActionButton
        icon={<IconUsersGroup {...icon} />}
        refused={mayWrite ? undefined : "You don't have permission to change what agents are paid"}
        onClick={() => {
          setUsed(true)
          setOpened(true)
        }}
      >
        Split
      </ActionButton>
      {used ? <SplitDialog opened={opened} policyId={policyId} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

function SplitDialog({ opened, policyId, onClose }: { opened: boolean; policyId: number; onClose(): void }) {
  const query = useQuery({ ...apiQuery(policySplits.ofPolicy, { policyId }), enabled: opened, staleTime: 0 })
  const change = useSend(policySplits.change, { refreshes: [policySplits.ofPolicy] })
  const editConflict = useEditConflict<Form>({ what: 'split', onReload: query.refetch })
  const { data } = query
  const version = data?.version ?? 0
  const schema = formSchema<Form, NewSplit>(NewSplit, (form) => ({ ...form, policyId, version }))
  return (
    <FormModal<Form, NewSplit>
      opened={opened}
      onClose={onClose}
      title="Split the pay of this policy"
      schema={schema}
      values={formOf(data)}
      submit="Save split"
      placeholder={data ? undefined : 'Loading …'}
      formKey={`${data?.version} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={async (said) => {
        try {
          await change.mutateAsync(said)
          toasts.success('Split saved')
          onClose()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      {data ? <StandingSplits {...data} /> : null}
      <DateField<Form> name="startDate" label="From" help="Replaces the splits from this day on." />
      <ShareFields splits={data?.splits ?? []} />
    </FormModal>
  )
}

function formOf(data: PolicySplits | undefined): Form {
  const last = data?.splits.at(-1)
  const shares = last && last.endDate === null ? last.shares : []
  return { startDate: '', shares: shares.map(({ agentId, share }) => ({ agentId, share })) }
}

function StandingSplits({ agentName, splits }: PolicySplits) {
  if (splits.length === 0)
    return <p className={css.none}>{agentName ?? 'The agent of record'} has 100 % of the agents’ part.</p>
  return (
    <ul className={css.splits} aria-label="Splits by date">
      {splits.map((split) => (
        <li key={`${split.startDate} ${split.endDate}`}>
          <span>{payDaysWords(split)}</span>
          <span>{sharesInWords(split)}</span>
        </li>
      ))}
    </ul>
  )
}

const sharesInWords = ({ shares }: PolicySplit) =>
  shares.map(({ agentName, share }) => `${agentName} ${share} %`).join(', ')

function ShareFields({ splits }: { splits: readonly PolicySplit[] }) {
  const { fields, append, remove } = useFieldArray<Form, 'shares'>({ name: 'shares' })
  const names = new Map(splits.flatMap(({ shares }) => shares.map((one) => [String(one.agentId), one.agentName])))
  return (
    <fieldset className={css.shares}>
      <legend>Shares</legend>
      {fields.map(({ id }, place) => (
        <div key={id} className={css.share}>
          <SelectField<Form>
            name={`shares.${place}.agentId`}
            label={`Agent ${place + 1}`}
            numeric
            source={{ search: searchPaidAgents, nameOf: (value) => names.get(value) }}
          />
          <PercentField<Form> name={`shares.${place}.share`} label={`Share ${place + 1}`} />
          <Button variant="subtle" aria-label={`Remove agent ${place + 1}`} onClick={() => remove(place)}>
            <IconX {...icon} />
          </Button>
        </div>
      ))}
      <div className={css.foot}>
        <Button
          variant="subtle"
          leftSection={<IconPlus {...icon} />}
          disabled={fields.length >= maxShares}
          onClick={() => append({ agentId: '', share: '' })}
        >
          Add agent
        </Button>
        <Sum />
      </div>
    </fieldset>
  )
}

/** Sum of the shares as typed. */
function Sum() {
  const shares = useWatch<Form, 'shares'>({ name: 'shares' })
  if (shares.length === 0) return <span>The agent of record has 100 %.</span>
  const units = shares.reduce((sum, { share }) => sum + (/^\d+(\.\d{1,4})?$/.test(share) ? shareUnits(share) : 0), 0)
  return <span className="figures">{shareOf(units)} % of 100 %</span>
}
