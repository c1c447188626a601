import { makePassword } from '@coverdesk/domain/access/passwords/make-password.ts'
import { Button } from '@mantine/core'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { copyText } from '../platform/toasts/copy-text.ts'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import css from './temporary-password.module.css'
import type { PasswordTwice } from './user-fields.ts'

/**
 * Password fields for another user's password, with a generate button. A generated password is shown only while the
 * form is open, and until it is edited.
 */
export function TemporaryPassword() {
  const { setValue, getValues, watch } = useFormContext<PasswordTwice>()
  const [generated, setGenerated] = useState<string>()
  const shown =
    generated !== undefined && generated === watch('pass') && generated === watch('pass_confirm')
      ? generated
      : undefined
  const make = () => {
    const password = makePassword()
    const options = { shouldDirty: true, shouldValidate: Boolean(getValues('pass')) }
    setValue('pass', password, options)
    setValue('pass_confirm', password, options)
    setGenerated(password)
  }
  return (
    <div className={css.passwords}>
      <FieldPair>
        <TextField<PasswordTwice> name="pass" label="Password" type="password" autoComplete="new-password" />
        <TextField<PasswordTwice>
          name="pass_confirm"
          label="Password again"
          type="password"
          autoComplete="new-password"
        />
      </FieldPair>
      <div className={css.made}>
        <Button size="xs" leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />} onClick={make}>
          Generate password
        </Button>
        <span role="status">
          {shown === undefined ? null : (
            <>
              <code>{shown}</code>
              <span className={css.once}>Copy it now. It won't be shown again.</span>
            </>
          )}
        </span>
        {shown === undefined ? null : (
          <Button
            size="xs"
            leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(shown, 'Password copied')}
          >
            Copy
          </Button>
        )}
      </div>
      <p className={css.hint}>
        This password is temporary. The user must change it at the first login, within 24 hours.
      </p>
    </div>
  )
}
