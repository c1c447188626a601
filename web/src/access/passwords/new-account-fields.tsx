import type { PasswordPolicy } from '@coverdesk/domain/access/passwords/password-rule.ts'
import { TextInput } from '@mantine/core'
import css from '../access-frame.module.css'
import { useRegisterTexts } from '../register/register-texts.ts'
import type { FieldProblems } from '../use-sign-in-form.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Props {
  policy: PasswordPolicy
  problems: FieldProblems
  /** What the email is for. */
  emailNote?: string
}

/** Name, email and password of a person who gets an account: `firstName`, `lastName`, `user`, `pass`, `pass_confirm`. */
export function NewAccountFields({ policy, problems, emailNote }: Props) {
  const texts = useRegisterTexts()
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={texts.firstName}
          name="firstName"
          size="md"
          autoComplete="given-name"
          autoFocus
          error={problems.firstName}
        />
        <TextInput
          label={texts.lastName}
          name="lastName"
          size="md"
          autoComplete="family-name"
          error={problems.lastName}
        />
      </div>
      <TextInput
        label={texts.email}
        description={emailNote}
        name="user"
        type="email"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.user}
      />
      <NewPasswordFields policy={policy} problems={problems} />
    </>
  )
}
