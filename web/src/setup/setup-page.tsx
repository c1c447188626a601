import { setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import css from '../access/access-frame.module.css'
import { AccessFrame } from '../access/access-frame.tsx'
import { NewAccountFields } from '../access/passwords/new-account-fields.tsx'
import { usePasswordPolicy } from '../access/passwords/new-password-fields.tsx'
import { passwordProblems, refusedFields, textIn } from '../access/passwords/password-problems.ts'
import { setLastTypedName } from '../access/remembered-name.ts'
import { problemsOf, useSignInForm } from '../access/use-sign-in-form.ts'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

/**
 * Creates the first administrator with the link that `npm start` printed. The code is after the #, so it is never sent
 * to the server in a URL.
 */
export function SetupPage() {
  const [code] = useState(() => location.hash.slice(1))
  const { error, isPending, refetch } = useQuery({
    queryKey: ['setup link', code],
    queryFn: () => call(setup.check, { code: code || '-' }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isPending)
    return (
      <AccessFrame title="Set up Coverdesk" lead="Checking the link …">
        <p role="status" />
      </AccessFrame>
    )
  if (error)
    return (
      <AccessFrame title="Set up Coverdesk" lead={failureMessage(error)}>
        <p className={css.elsewhere}>
          <Link to={paths.login}>Sign in</Link>
          <Button variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </AccessFrame>
    )
  return <AdministratorForm code={code} />
}

function AdministratorForm({ code }: { code: string }) {
  const navigate = useNavigate()
  const policy = usePasswordPolicy()
  const form = useSignInForm(async (fields) => {
    const typed = {
      code,
      user: textIn(fields, 'user').trim(),
      firstName: textIn(fields, 'firstName'),
      lastName: textIn(fields, 'lastName'),
      pass: textIn(fields, 'pass'),
      pass_confirm: textIn(fields, 'pass_confirm'),
    }
    const entered = setup.createAdministrator.input.safeParse(typed)
    const problems = { ...passwordProblems(fields, policy), ...(entered.error && problemsOf(entered.error)) }
    if (Object.keys(problems).length > 0) return problems
    const dismissEarlier = toasts.earlierErrors()
    try {
      await call(setup.createAdministrator, typed)
    } catch (error) {
      toasts.failure("Couldn't create the administrator.", error)
      return refusedFields(error)
    }
    dismissEarlier()
    toasts.success('Administrator created. Sign in to continue.')
    setLastTypedName(typed.user)
    void navigate({ to: paths.login, replace: true })
  })
  return (
    <AccessFrame
      title="Set up Coverdesk"
      lead="Create the first administrator. You'll add carriers, agents and other users next."
    >
      <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
        <NewAccountFields policy={policy} problems={form.problems} emailNote="You sign in with it" />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
          Create administrator
        </Button>
      </form>
    </AccessFrame>
  )
}
