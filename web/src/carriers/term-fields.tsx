import { maxLaterTerms } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import type { CarrierForm } from './carrier-form.ts'
import css from './carriers.module.css'

const newPeriodChoices = [
  { value: 'year', label: 'To December of the first year' },
  { value: 'twelve', label: 'Twelve months' },
]
const termDateChoices = [
  { value: 'last', label: 'Last covered day' },
  { value: 'next', label: 'First day without coverage' },
]
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Terms of a carrier, and those that replace them from a month on. */
export function TermFields() {
  const { fields, append, remove } = useFieldArray<CarrierForm, 'laterTerms'>({ name: 'laterTerms' })
  const { getValues } = useFormContext<CarrierForm>()
  const add = () => {
    const { laterTerms = [], arrears, newPeriod, tolerance, termDateMeans, graceDays } = getValues()
    append({ ...(laterTerms.at(-1) ?? { arrears, newPeriod, tolerance, termDateMeans, graceDays }), from: '' })
  }
  return (
    <>
      <FieldPair>
        <TextField<CarrierForm>
          name="disputeDays"
          label="Dispute window in days"
          maxLength={3}
          help="From the date of the statement"
        />
        <TextField<CarrierForm>
          name="arrears"
          label="Statement in arrears, months"
          maxLength={2}
          help="0: the statement of a month pays that month"
        />
      </FieldPair>
      <FieldPair>
        <SelectField<CarrierForm> name="newPeriod" label="New business" source={{ choices: newPeriodChoices }} />
        <MoneyField<CarrierForm> name="tolerance" label="Tolerance" />
      </FieldPair>
      <FieldPair>
        <SelectField<CarrierForm>
          name="termDateMeans"
          label="Term date in files"
          source={{ choices: termDateChoices }}
          help="As its files mean it, from the next load on"
        />
        <TextField<CarrierForm>
          name="graceDays"
          label="Grace period in days"
          maxLength={3}
          help="Three months with a tax credit"
        />
      </FieldPair>
      <fieldset className={css.later}>
        <legend>Terms that change</legend>
        <p className={css.nothing}>
          Arrears change with the statement of the month, term dates with the file of the month, all else with coverage
          in the month.
        </p>
        {fields.map(({ id }, place) => (
          <LaterTerms key={id} place={place} onRemove={() => remove(place)} />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus {...icon} />}
          onClick={add}
          disabled={fields.length >= maxLaterTerms}
        >
          Change terms from a month on
        </Button>
      </fieldset>
    </>
  )
}

function LaterTerms({ place, onRemove }: { place: number; onRemove(): void }) {
  const name = `laterTerms.${place}` as const
  return (
    <div className={css.change}>
      <TextField<CarrierForm> name={`${name}.from`} label="From month" placeholder="MM/YYYY" maxLength={7} />
      <TextField<CarrierForm> name={`${name}.arrears`} label="Arrears" maxLength={2} />
      <MoneyField<CarrierForm> name={`${name}.tolerance`} label="Tolerance" />
      <TextField<CarrierForm> name={`${name}.graceDays`} label="Grace, days" maxLength={3} />
      <div className={css.wide}>
        <SelectField<CarrierForm>
          name={`${name}.newPeriod`}
          label="New business"
          source={{ choices: newPeriodChoices }}
        />
      </div>
      <div className={css.wide}>
        <SelectField<CarrierForm>
          name={`${name}.termDateMeans`}
          label="Term date in files"
          source={{ choices: termDateChoices }}
        />
      </div>
      <Button
        className={css.remove}
        variant="subtle"
        size="xs"
        onClick={onRemove}
        aria-label={`Remove change ${place + 1}`}
      >
        Remove
      </Button>
    </div>
  )
}
