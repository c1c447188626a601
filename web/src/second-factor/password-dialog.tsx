import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import type { z } from 'zod'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './second-factor.module.css'

const Given = ownSecondFactor.turnOffApp.input
type Given = z.input<typeof Given>

interface PasswordDialogProps {
  opened: boolean
  title: string
  /** Effect of the change. */
  text: string
  /** Label of the button: 'Turn off'. */
  submit: string
  onPassword: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the current password before a second factor changes. Keep it mounted and pass `opened`. */
export function PasswordDialog({ text, onPassword, ...dialog }: PasswordDialogProps) {
  return (
    <FormModal<Given, Given>
      {...dialog}
      width={440}
      schema={Given}
      values={{ password: '' }}
      onSubmit={({ password }) => onPassword(password)}
    >
      <p className={css.words}>{text}</p>
      <TextField<Given> name="password" label="Current password" type="password" autoComplete="current-password" />
    </FormModal>
  )
}
