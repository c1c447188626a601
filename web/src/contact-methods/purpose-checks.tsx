import type { ContactWaysInput } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { LookupItem } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { Checkbox } from '@mantine/core'
import { useController } from 'react-hook-form'
import css from '../contact-methods/contact-method-fields.module.css'

type PurposesName = `${'emails' | 'phones' | 'addresses'}.${number}.purposes`

/** Purposes of an email, phone or address: one checkbox each (PROFILE-02). */
export function PurposeChecks({ name, purposes }: { name: PurposesName; purposes: readonly LookupItem[] }) {
  const { field, fieldState } = useController<ContactWaysInput, PurposesName>({ name })
  const chosen = field.value.map(({ purposeId }) => purposeId)
  const change = (id: number, on: boolean) =>
    field.onChange(
      purposes
        .filter((purpose) => (purpose.id === id ? on : chosen.includes(purpose.id)))
        .map(({ id }) => ({ purposeId: id })),
    )
  return (
    <fieldset className={css.purposes}>
      <legend className={css.purposesName}>Purposes</legend>
      {purposes.map(({ id, name: label }, index) => (
        <Checkbox
          key={id}
          ref={index === 0 ? field.ref : undefined}
          label={label}
          checked={chosen.includes(id)}
          onChange={(event) => change(id, event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      ))}
      {fieldState.error ? <p className={css.wrong}>{fieldState.error.message}</p> : null}
    </fieldset>
  )
}
