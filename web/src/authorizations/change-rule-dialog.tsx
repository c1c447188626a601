import { AuthorizationRuleChange, authorizationRules } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import css from './authorization-rules.module.css'

type Typed = z.input<typeof AuthorizationRuleChange>

interface ChangeRuleDialogProps {
  states: readonly string[]
  opened: boolean
  onClose(): void
  onChanged(): void
}

/** Changes when the exchanges of the chosen states ask for authorizations; what held before stays recorded. */
export function ChangeRuleDialog({ states, opened, onClose, onChanged }: ChangeRuleDialogProps) {
  const { mutateAsync } = useSend(authorizationRules.change, { refreshes: [authorizationRules.list] })
  return (
    <FormModal<Typed, z.output<typeof AuthorizationRuleChange>>
      opened={opened}
      onClose={onClose}
      title="Change When It Is Asked"
      width={480}
      schema={AuthorizationRuleChange}
      values={{ states: [...states], asked: true, from: todayIn(new Date()), until: '', reason: '' }}
      submit="Change"
      draftKey={`authorization rules:${states.join()}`}
      onSubmit={async (change) => {
        await mutateAsync(change)
        toasts.success('Changed')
        onChanged()
        onClose()
      }}
    >
      <p className={css.about}>For {states.join(', ')}. Agents are refused or let through from the moment you save.</p>
      <SegmentedField<Typed>
        name="asked"
        label="Does the exchange ask for it?"
        choices={[
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ]}
      />
      <Period />
      <TextareaField<Typed> name="reason" label="Reason" required maxLength={500} />
    </FormModal>
  )
}

function Period() {
  const asked = useWatch<Typed, 'asked'>({ name: 'asked' })
  if (asked === false) return null
  return (
    <FieldPair>
      <DateField<Typed> name="from" label="First day" required />
      <DateField<Typed> name="until" label="Last day" optional />
    </FieldPair>
  )
}
