import { type AppOffer, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { PasswordBox } from '../access/passwords/password-box.tsx'
import { useSignInForm } from '../access/use-sign-in-form.ts'
import { call } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import '../ui/overlay/overlay-styles.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AppSetup } from './app-setup.tsx'
import css from './second-factor.module.css'

interface AppDialogProps {
  opened: boolean
  onClose: () => void
  /** The app is set up. */
  onOn: () => void
}

/**
 * Sets up the authenticator app, or moves it to another phone: password, app, recovery codes. Keep it mounted and pass
 * `opened`.
 */
export function AppDialog({ opened, onClose, onOn }: AppDialogProps) {
  const phone = usePhone()
  const [on, setOn] = useState(false)
  const close = () => {
    setOn(false)
    onClose()
  }
  const turnedOn = () => {
    setOn(true)
    onOn()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Authenticator app"
      size={520}
      fullScreen={phone}
      centered
      closeOnClickOutside={false}
      // The recovery codes are shown only once, so only their own button closes them.
      closeOnEscape={!on}
      withCloseButton={!on}
    >
      <Steps onOn={turnedOn} onDone={close} />
    </Dialog>
  )
}

function Steps({ onOn, onDone }: { onOn: () => void; onDone: () => void }) {
  const [begun, setBegun] = useState<{ password: string; offer: AppOffer } | null>(null)
  if (begun) return <AppSetup {...begun} onOn={onOn} onDone={onDone} />
  return <PasswordStep onBegun={setBegun} onCancel={onDone} />
}

interface PasswordStepProps {
  onBegun: (begun: { password: string; offer: AppOffer }) => void
  onCancel: () => void
}

function PasswordStep({ onBegun, onCancel }: PasswordStepProps) {
  const size = usePhone() ? 'xl' : 'md'
  const form = useSignInForm(async (fields) => {
    const password = String(fields.get('password') ?? '')
    if (password === '') return { password: 'Password is required' }
    try {
      onBegun({ password, offer: await call(ownSecondFactor.beginApp, { password }) })
    } catch (error) {
      return { password: failureMessage(error) }
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.step}>
      <p className={css.words}>Logins will ask for a code of the app in addition to your password.</p>
      <PasswordBox
        label="Current password"
        name="password"
        size={size}
        autoComplete="current-password"
        error={form.problems.password}
        data-autofocus
      />
      <div className={css.foot}>
        <Button size={size} variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" size={size} loading={form.sending}>
          Continue
        </Button>
      </div>
    </form>
  )
}
