import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { formSchema } from '../pay-terms/pay-term-form.tsx'
import css from '../pay-terms/splits/split-of-policy.module.css'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'

type Form = { year: string; amount: string; reason: string }
const Limit = taxForms.setLimit.input

/** The amount from which on a form is due, by years. */
export function TaxLimitModal({ opened, year, onClose }: { opened: boolean; year: number; onClose(): void }) {
  const { data, refetch } = useQuery({ ...apiQuery(taxForms.limits, {}), enabled: opened, staleTime: 0 })
  const editConflict = useEditConflict<Form>({ what: 'limit', onReload: refetch })
  const save = useSend(taxForms.setLimit, {
    refreshes: [taxForms.limits, taxForms.totals, taxForms.list, taxForms.own],
  })
  return (
    <FormModal<Form, ReturnType<typeof Limit.parse>>
      opened={opened}
      onClose={onClose}
      title="Limit of Form 1099-NEC"
      schema={formSchema<Form, ReturnType<typeof Limit.parse>>(Limit, (form) => ({
        ...form,
        version: data?.find((limit) => String(limit.year) === form.year)?.version ?? 0,
      }))}
      values={{ year: String(year), amount: '', reason: '' }}
      submit="Save limit"
      width={480}
      placeholder={data ? undefined : 'Loading …'}
      formKey={editConflict.round}
      notice={editConflict.shown}
      onSubmit={async (said) => {
        try {
          await save.mutateAsync(said)
          toasts.success('Limit saved')
          onClose()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      <ul className={css.splits} aria-label="Limits by year">
        {(data ?? []).map((limit) => (
          <li key={limit.year}>
            <span>
              From {limit.year}: {showMoney(limit.amount)}
            </span>
            <span>{limit.reason}</span>
          </li>
        ))}
      </ul>
      <FieldPair>
        <DigitsField<Form> name="year" label="From year" most={4} />
        <MoneyField<Form> name="amount" label="Amount" />
      </FieldPair>
      <TextField<Form> name="reason" label="Reason" maxLength={200} help="The law or notice that says so." />
    </FormModal>
  )
}
