import { type PasswordPolicy, passwordMessage } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { ownPasswordForm, ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useFormTexts } from '../ui/fields/form-texts.ts'
import { FieldRow, FormSection, PageFormPart } from '../ui/form/page-form.tsx'
import { useAccountTexts } from './account-texts.ts'
import { PasswordField } from './password-field.tsx'
import { catchWrongPassword } from './wrong-password.ts'

type Fields = z.input<ReturnType<typeof ownPasswordForm>>
const empty: Fields = { current: '', pass: '', pass_confirm: '' }

/** Changes the user's password by the installation's policy. */
export function PasswordSection() {
  const texts = useAccountTexts().password
  const { problem } = useFormTexts()
  const { data } = useQuery({ ...apiQuery(shell.configuration, {}), staleTime: Number.POSITIVE_INFINITY })
  return (
    <FormSection title={texts.title} note={data && texts.note(problem(passwordMessage(data.passwordPolicy)))}>
      {data ? <PasswordForm policy={data.passwordPolicy} /> : null}
    </FormSection>
  )
}

function PasswordForm({ policy }: { policy: PasswordPolicy }) {
  const texts = useAccountTexts().password
  const schema = useMemo(() => ownPasswordForm(policy), [policy])
  const change = useSend(ownSignIn.changePassword, { refreshes: [profile.sessions, ownSignIn.read] })
  return (
    <PageFormPart
      label={texts.title}
      schema={schema}
      values={empty}
      submit={texts.change}
      onSubmit={async (fields) => {
        await catchWrongPassword(() => change.mutateAsync(fields))
        toasts.success(texts.changed)
        return empty
      }}
    >
      <PasswordField<Fields> name="current" label={texts.current} autoComplete="current-password" />
      <FieldRow>
        <PasswordField<Fields> name="pass" label={texts.pass} autoComplete="new-password" />
        <PasswordField<Fields> name="pass_confirm" label={texts.again} autoComplete="new-password" />
      </FieldRow>
    </PageFormPart>
  )
}
