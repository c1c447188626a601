import { type Role, roles } from '@coverdesk/domain/access/rights.ts'
import { Checkbox } from '@mantine/core'
import { useController } from 'react-hook-form'
import css from './edit-user.module.css'

/** Roles as checkboxes, some locked, in a column or a row; the value is always in the same order. */
export function RoleBoxes({ locked, beside }: { locked?: ((role: Role) => boolean) | undefined; beside?: boolean }) {
  const { field } = useController<{ roles: Role[] }, 'roles'>({ name: 'roles' })
  const set = (role: Role, checked: boolean) =>
    field.onChange(roles.filter((name) => (name === role ? checked : field.value.includes(name))))
  return (
    <fieldset className={css.group}>
      <legend>Roles</legend>
      <div className={css.boxes} data-beside={beside}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={role}
            checked={field.value.includes(role)}
            disabled={locked?.(role)}
            onChange={(event) => set(role, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
