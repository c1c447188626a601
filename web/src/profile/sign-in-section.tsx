import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import {
  confirmCodeMinutes,
  type OwnSignIn,
  OwnSignInFields,
  ownSignIn,
} from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import type { z } from 'zod'
import { refreshCurrentUser } from '../access/current-user.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldRow, FormSection, PageFormPart } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { useAccountTexts } from './account-texts.ts'
import { PasswordField } from './password-field.tsx'
import { catchWrongPassword } from './wrong-password.ts'

type Fields = z.input<typeof OwnSignInFields>

/** Address and language of codes, reset links and notices. */
export function SignInSection() {
  const texts = useAccountTexts().signIn
  const { data, error, refetch } = useQuery({
    ...apiQuery(ownSignIn.read, {}),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <FormSection title={texts.title} note={texts.note}>
      {error ? (
        <FailedLine title={texts.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <>
          {data.pendingEmail === null ? null : <Pending part="email" to={data.pendingEmail} />}
          {data.pendingPhone === null ? null : <Pending part="phone" to={showPhone(data.pendingPhone)} />}
          <SignInForm key={data.version} stored={data} />
        </>
      ) : (
        <SkeletonBar width="80%" height={36} />
      )}
    </FormSection>
  )
}

function SignInForm({ stored }: { stored: OwnSignIn }) {
  const { saved: savedText, signIn: texts } = useAccountTexts()
  const client = useQueryClient()
  const save = useSend(ownSignIn.save, { refreshes: [profile.sessions, ownSecondFactor.status] })
  return (
    <PageFormPart
      label={texts.title}
      schema={OwnSignInFields}
      values={valuesOf(stored)}
      submit={texts.save}
      onSubmit={async (fields) => {
        const saved = await catchWrongPassword(() => save.mutateAsync({ ...fields, version: stored.version }))
        client.setQueryData(apiQuery(ownSignIn.read, {}).queryKey, saved)
        refreshCurrentUser()
        toasts.success(savedText)
        const isSent =
          (saved.pendingEmail !== null && saved.pendingEmail === fields.email.trim()) ||
          (saved.pendingPhone !== null && saved.pendingPhone === fields.phone)
        if (isSent) toasts.success(texts.codeSent)
        return valuesOf(saved)
      }}
    >
      <FieldRow>
        <TextField<Fields> name="email" label={texts.email} type="email" autoComplete="email" />
        <PhoneField<Fields> name="phone" label={texts.phone} optional />
      </FieldRow>
      <SegmentedField<Fields>
        name="language"
        label={texts.language}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
      />
      <Proof />
    </PageFormPart>
  )
}

const confirmations = { email: ownSignIn.confirmEmail, phone: ownSignIn.confirmPhone } as const

/** Code that confirms a new email address or number. */
function Pending({ part, to }: { part: keyof typeof confirmations; to: string }) {
  const client = useQueryClient()
  const route = confirmations[part]
  const { saved: savedText, pending } = useAccountTexts()
  const { label, code, submit, lead } = pending[part]
  const confirm = useSend(route, { refreshes: [profile.sessions, ownSecondFactor.status] })
  return (
    <PageFormPart
      label={label}
      schema={route.input}
      values={{ code: '' }}
      submit={submit}
      onSubmit={async (fields) => {
        const saved = await confirm.mutateAsync(fields)
        client.setQueryData(apiQuery(ownSignIn.read, {}).queryKey, saved)
        refreshCurrentUser()
        toasts.success(savedText)
        return { code: '' }
      }}
    >
      <p>{lead(to, String(confirmCodeMinutes))}</p>
      <TextField<z.input<typeof ownSignIn.confirmEmail.input>>
        name="code"
        label={code}
        autoComplete="one-time-code"
        maxLength={6}
      />
    </PageFormPart>
  )
}

/** Shown only if sign-in data changes. */
function Proof() {
  const texts = useAccountTexts().signIn
  const { dirtyFields } = useFormState<Fields>()
  if (!dirtyFields.email && !dirtyFields.phone) return null
  return (
    <PasswordField<Fields>
      name="current"
      label={texts.password}
      autoComplete="current-password"
      help={texts.passwordHelp}
    />
  )
}

function valuesOf({ email, phone, language }: OwnSignIn): Fields {
  return { email, phone: showPhone(phone), language, current: '' }
}
