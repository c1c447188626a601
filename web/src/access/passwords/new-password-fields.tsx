import { type PasswordPolicy, passwordParts } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { useRegisterTexts } from '../register/register-texts.ts'
import type { FieldProblems } from '../use-sign-in-form.ts'
import css from './new-password-fields.module.css'
import { PasswordBox } from './password-box.tsx'

/** Password rule of the installation; the specification's until it is loaded. */
export function usePasswordPolicy(): PasswordPolicy {
  const { data } = useQuery({ ...apiQuery(shell.configuration, {}), staleTime: Number.POSITIVE_INFINITY })
  return data?.passwordPolicy ?? 'default'
}

/** The two fields of a new password with toggles, and which parts of the rule are met so far (AUTH-30). */
export function NewPasswordFields({
  policy,
  problems,
  autoFocus = false,
}: {
  policy: PasswordPolicy
  problems: FieldProblems
  autoFocus?: boolean
}) {
  const [typed, setTyped] = useState('')
  const hintId = useId()
  const texts = useRegisterTexts()
  return (
    <>
      <div>
        <PasswordBox
          label={texts.newPassword}
          toggle={texts.showPassword}
          name="pass"
          autoComplete="new-password"
          autoFocus={autoFocus}
          aria-describedby={hintId}
          onInput={(event) => setTyped(event.currentTarget.value)}
          error={problems.pass}
        />
        <ul id={hintId} className={css.parts}>
          {passwordParts(typed, policy).map(({ what, isMet }) => (
            <li key={what} data-kept={isMet || undefined}>
              {isMet ? <IconCheck size={14} stroke={2} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
              {texts.part(what)}
              {isMet && <VisuallyHidden>{texts.met}</VisuallyHidden>}
            </li>
          ))}
        </ul>
      </div>
      <PasswordBox
        label={texts.confirmPassword}
        name="pass_confirm"
        toggle={texts.showConfirmation}
        autoComplete="new-password"
        error={problems.pass_confirm}
      />
    </>
  )
}
