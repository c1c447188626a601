import { invitationHours } from '@coverdesk/domain/access/invitation-contract.ts'
import { useWatch } from 'react-hook-form'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { TemporaryPassword } from '../temporary-password.tsx'
import { useInstallation } from '../user-choices.ts'
import type { RegisterForm } from '../user-fields.ts'
import css from '../users.module.css'

/** How the new user gets a password: by an invitation, or a temporary one that is passed on. */
export function FirstPassword() {
  const { sendsEmail } = useInstallation()
  const invite = useWatch<RegisterForm, 'invite'>({ name: 'invite' })
  if (!sendsEmail)
    return (
      <>
        <NoticeLine tone="blue">
          This portal sends no email (SMTP_URL isn't set), so the user gets a temporary password.
        </NoticeLine>
        <TemporaryPassword />
      </>
    )
  return (
    <>
      <SegmentedField<RegisterForm>
        name="invite"
        label="First password"
        choices={[
          { value: true, label: 'Send an invitation' },
          { value: false, label: 'Temporary password' },
        ]}
      />
      {invite ? (
        <p className={css.about}>
          The user gets an email with a link to choose a password. It works once, within {invitationHours} hours.
        </p>
      ) : (
        <TemporaryPassword />
      )}
    </>
  )
}
