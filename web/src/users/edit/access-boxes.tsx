import { Checkbox } from '@mantine/core'
import { useController } from 'react-hook-form'
import type { UserForm } from '../user-fields.ts'
import css from './edit-user.module.css'

export type AccessName = 'enable' | 'hasFullAgentAccess'

/** Whether the user can log in, and has full agent access. */
export function AccessBoxes({ locked }: { locked?: ((name: AccessName) => boolean) | undefined }) {
  return (
    <fieldset className={css.group}>
      <legend>Access</legend>
      <div className={css.boxes}>
        <AccessBox name="enable" label="Enabled" about="Can log in" disabled={locked?.('enable')} />
        <AccessBox
          name="hasFullAgentAccess"
          label="Full agent access"
          about="Can see all agents' records"
          disabled={locked?.('hasFullAgentAccess')}
        />
      </div>
    </fieldset>
  )
}

/** Not a disabled field, whose value the form would drop. */
export function AccessBox(props: { name: AccessName; label: string; about: string; disabled: boolean | undefined }) {
  const { field } = useController<Pick<UserForm, AccessName>, AccessName>({ name: props.name })
  return (
    <Checkbox
      label={props.label}
      description={props.about}
      checked={field.value}
      disabled={props.disabled}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}
