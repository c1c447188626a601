import { type AppOffer, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { problemsInWords, problemsOf, useSignInForm } from '../access/use-sign-in-form.ts'
import { call } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { useAppSetupTexts } from './app-setup-texts.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesStep } from './recovery-codes.tsx'
import css from './second-factor.module.css'

interface AppSetupProps {
  /** Secret of the app; undefined while the server creates it. */
  offer: AppOffer | undefined
  /** Current password, if required. */
  password?: string
  /** The app is set up; its recovery codes must still be saved. */
  onOn?: () => void
  onDone: () => void
}

/** Sets up the authenticator app: scan, confirm with a code, save the recovery codes. */
export function AppSetup({ offer, password, onOn, onDone }: AppSetupProps) {
  const texts = useAppSetupTexts()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesStep codes={codes} onDone={onDone} />
  const turnOn = async (code: string) => {
    const given = password === undefined ? {} : { password }
    const { recoveryCodes } = await call(ownSecondFactor.confirmApp, { code, ...given })
    setCodes(recoveryCodes)
    onOn?.()
  }
  return (
    <ol className={css.steps}>
      <li>
        <p className={css.words}>{texts.scan}</p>
        {offer ? <Offer {...offer} /> : <SkeletonBar width="176px" height={176} />}
      </li>
      <li>
        <ConfirmForm turnOn={turnOn} ready={offer !== undefined} />
      </li>
    </ol>
  )
}

function Offer({ secret, uri }: AppOffer) {
  const texts = useAppSetupTexts()
  return (
    <div className={css.offer}>
      <QrCode text={uri} label={texts.qrCode} />
      <div className={css.secret}>
        <span className={css.quiet}>{texts.cannotScan}</span>
        <code className={css.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <Button
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => copyText(secret, texts.keyCopied)}
        >
          {texts.copyKey}
        </Button>
      </div>
    </div>
  )
}

function ConfirmForm({ turnOn, ready }: { turnOn: (code: string) => Promise<void>; ready: boolean }) {
  const texts = useAppSetupTexts()
  const size = usePhone() ? 'xl' : 'md'
  const form = useSignInForm(async (fields) => {
    const entered = ownSecondFactor.confirmApp.input.pick({ code: true }).safeParse({ code: fields.get('code') })
    if (!entered.success) return problemsInWords(problemsOf(entered.error), texts)
    try {
      await turnOn(entered.data.code)
    } catch (error) {
      return { code: texts.problem(failureMessage(error)) }
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.confirm}>
      <TextInput
        label={texts.enterCode}
        name="code"
        size={size}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={form.problems.code}
      />
      <Button type="submit" variant="filled" size={size} loading={form.sending} disabled={!ready}>
        {texts.turnOn}
      </Button>
    </form>
  )
}
