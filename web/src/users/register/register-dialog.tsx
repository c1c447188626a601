import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useMemo } from 'react'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { SegmentedField, SelectField } from '../../ui/fields/choice-fields.tsx'
import { PhoneField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { failureAtField } from '../../ui/form/failure-at-field.ts'
import { FieldPair, FormModal } from '../../ui/form/form-modal.tsx'
import css from '../edit/edit-user.module.css'
import { OrgField } from '../edit/org-field.tsx'
import { RightsFields } from '../edit/rights-fields.tsx'
import { RightsStart } from '../templates/rights-start.tsx'
import { languages, useInstallation, useUserTypes } from '../user-choices.ts'
import { emptyUser, type RegisterForm, registerFormSchema } from '../user-fields.ts'
import { FirstPassword } from './first-password.tsx'
import { NameOrAgent } from './name-or-agent.tsx'
import { NewRights } from './new-rights.tsx'

interface Props {
  opened: boolean
  onClose(): void
  onRegistered(id: number): void
}

/** Creates a user with an invitation or a temporary password, and with rights (USER-05). */
export function RegisterDialog({ opened, onClose, onRegistered }: Props) {
  const types = useUserTypes()
  const { policy, sendsEmail } = useInstallation()
  const schema = useMemo(() => registerFormSchema(policy), [policy])
  const register = useSend(passwords.register, { refreshes: [users.list] })
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Register"
      schema={schema}
      values={{ ...emptyUser, invite: sendsEmail }}
      submit="Register user"
      draftKey="user:new"
      width={1120}
      notice={<NewRights />}
      onSubmit={async (typed) => {
        try {
          const { id, waiting } = await register.mutateAsync(typed)
          toasts.success('User registered!')
          if (typed.invite) toasts.success(`Invitation sent to ${typed.email}`)
          if (waiting) toasts.warning('Roles beyond your own wait for a second security administrator, under Approvals')
          if (id !== null) onRegistered(id)
        } catch (failure) {
          toasts.failure("Couldn't register!", failure)
          throw failureAtField(failure, 'user.name_taken', 'user')
        }
      }}
    >
      <div className={css.columns}>
        <div className={css.column}>
          <TextField<RegisterForm> name="user" label="User" maxLength={200} />
          <TextField<RegisterForm> name="email" label="Email" type="email" maxLength={62} />
          <NameOrAgent />
          <FirstPassword />
          <FieldPair>
            <PhoneField<RegisterForm> name="phone" label="Phone" optional />
            <SelectField<RegisterForm> name="typeId" label="Type" numeric source={{ choices: types }} />
          </FieldPair>
          <SegmentedField<RegisterForm> name="language" label="Language of messages" choices={languages} />
          <OrgField />
        </div>
        <RightsFields>
          <RightsStart copiesVisibility />
        </RightsFields>
      </div>
    </FormModal>
  )
}
