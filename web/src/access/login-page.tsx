import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { IconArrowUpRight, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { ContactLinks } from '../brand/contact-links.tsx'
import { Logo } from '../brand/logo.tsx'
import { useBrand } from '../platform/brand.ts'
import { call } from '../platform/call.ts'
import { paths } from '../platform/paths.ts'
import { startSession } from '../platform/session.ts'
import { noteActivity } from '../platform/session-watch.ts'
import { toasts } from '../platform/toasts.tsx'
import classes from './login-page.module.css'
import { MonthTiles } from './month-tiles.tsx'
import { rememberedName, rememberName } from './remembered-name.ts'

/** The login screen (AUTH-01 to AUTH-04). */
export function LoginPage() {
  const { tagline } = useBrand()
  const [pending, setPending] = useState<string | null>(null)
  const complete = useCompleteLogin()
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <header className={classes.head}>
          <Logo size={26} />
        </header>
        <main id="main" className={classes.middle}>
          <div className={classes.form}>
            <h1 className={classes.title}>Login</h1>
            <p className={classes.tagline}>{tagline}</p>
            {pending === null ? (
              <LoginForm complete={complete} askAboutSession={setPending} />
            ) : (
              <OpenSessionQuestion yes={() => complete(pending)} no={() => setPending(null)} />
            )}
          </div>
        </main>
        <footer className={classes.foot}>
          <ContactLinks icons />
          <a className={classes.plans} href={paths.seePlans}>
            See Plans
            <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
          </a>
        </footer>
      </div>
      <MonthTiles />
    </div>
  )
}

/** Keeps the token, says so, and opens the portal (AUTH-06, AUTH-10, AUTH-13). */
function useCompleteLogin() {
  const navigate = useNavigate()
  return (token: string) => {
    noteActivity()
    startSession(token)
    toasts.success('Logged in!')
    void navigate({ to: paths.portal, replace: true })
  }
}

/** Comes after the first paint: the form needs the contract only once something is typed. */
const loadContract = () => import('@coverdesk/domain/access/access-contract.ts')

interface LoginErrors {
  user?: string | undefined
  pass?: string | undefined
}

/**
 * The fields. Without the form library of the other forms, which would weigh on sign-in more than all of this file; the
 * browser holds the values, so that password managers may fill them in any way they like.
 */
function LoginForm(props: { complete: (token: string) => void; askAboutSession: (token: string) => void }) {
  const [name] = useState(rememberedName)
  const [errors, setErrors] = useState<LoginErrors>({})
  const [sending, setSending] = useState(false)

  async function send(fields: FormData) {
    const { access, Login } = await loadContract()
    const entered = Login.safeParse({
      user: fields.get('user'),
      pass: fields.get('pass'),
      rememberUsername: fields.has('rememberUsername'),
    })
    const problem = (field: string) => entered.error?.issues.find(({ path }) => path[0] === field)?.message
    setErrors({ user: problem('user'), pass: problem('pass') })
    if (!entered.success) return
    const answer = await call(access.login, entered.data)
    rememberName(entered.data.rememberUsername ? entered.data.user : '')
    if ('active_session' in answer) return props.askAboutSession(answer.token)
    if ('token' in answer) return props.complete(answer.token)
    toasts.warning('twoFactorRequired' in answer ? '2FA Required' : 'You need to reset your password')
  }

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    await send(new FormData(event.currentTarget)).catch((error: unknown) => toasts.failure('Login error!', error))
    setSending(false)
  }
  return (
    <form onSubmit={submit} onInput={loadContract} noValidate className={classes.fields}>
      <TextInput
        label="User"
        name="user"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={name === ''}
        defaultValue={name}
        error={errors.user}
      />
      <PasswordInput
        label="Password"
        name="pass"
        size="md"
        autoComplete="current-password"
        autoFocus={name !== ''}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        visibilityToggleIcon={VisibilityIcon}
        error={errors.pass}
      />
      <Checkbox
        className={classes.remember}
        label="Remember my user name"
        name="rememberUsername"
        defaultChecked={name !== ''}
      />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        Login
      </Button>
      <p className={classes.terms}>
        By logging in you accept the terms of use. This portal holds personal health information; what you open is
        recorded.
      </p>
    </form>
  )
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  const Eye = reveal ? IconEyeOff : IconEye
  return <Eye size={16} stroke={1.75} />
}

/** Yes lets the new login close the older session; No drops it and leaves the older one alone (AUTH-13, AUTH-14, A-029). */
function OpenSessionQuestion({ yes, no }: { yes: () => void; no: () => void }) {
  return (
    <div className={classes.fields} role="alertdialog" aria-labelledby="open-session">
      <p id="open-session" className={classes.question}>
        You are already logged in somewhere else. Close the previous session?
      </p>
      <Button variant="filled" size="lg" fullWidth autoFocus onClick={yes}>
        Yes
      </Button>
      <Button size="lg" fullWidth onClick={no}>
        No
      </Button>
    </div>
  )
}
