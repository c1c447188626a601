import type { EdeApplication } from '@coverdesk/domain/ede/ede-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type MessageWay, MessageWayFields } from '../messages/message-way-fields.tsx'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { useEdeTexts } from './use-ede-texts.ts'
import css from './wizard.module.css'

interface SendLinkProps {
  submit: string
  /** How the last link was sent. */
  last: EdeApplication['lastSent']
  /** Language of the first link. */
  clientLanguage: MessageWay['language']
  onSend(way: MessageWay): Promise<unknown>
  /** Opens the page for the client on this device. */
  onHere(language: MessageWay['language']): Promise<unknown>
  /** Loads whether the client has signed in the meantime; absent while nothing is sent. */
  onCheck?: (() => Promise<unknown>) | undefined
}

/** Sends the client a link to sign, by a channel and in a language, or opens the page on this device. */
export function SendLink({ submit, last, clientLanguage, onSend, onHere, onCheck }: SendLinkProps) {
  const texts = useEdeTexts()
  const size = usePhone() ? 'xl' : 'md'
  const form = useForm<MessageWay>({ defaultValues: last ?? { channel: 'email', language: clientLanguage } })
  const [error, setError] = useState<unknown>(null)
  // The client may have signed in another tab.
  useEffect(() => {
    if (!onCheck) return
    const check = () => {
      if (document.visibilityState === 'visible') void onCheck().catch(() => null)
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [onCheck])
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null)
    await work().catch(setError)
  }
  return (
    <FormProvider {...form}>
      <form
        className={css.form}
        aria-label={submit}
        onSubmit={(event) => void form.handleSubmit((way) => attempt(() => onSend(way)))(event)}
      >
        <MessageWayFields texts={{ ...texts, language: texts.clientLanguage }} />
        {error ? <NoticeLine tone="red">{failureMessage(error)}</NoticeLine> : null}
        <div className={css.buttons}>
          <Button size={size} type="submit" loading={form.formState.isSubmitting}>
            {submit}
          </Button>
          <Button size={size} onClick={() => void attempt(() => onHere(form.getValues('language')))}>
            {texts.signHere}
          </Button>
          {onCheck ? (
            <Button size={size} variant="subtle" onClick={() => void attempt(onCheck)}>
              {texts.checkAgain}
            </Button>
          ) : null}
        </div>
      </form>
    </FormProvider>
  )
}

/** Where the client signs what was last asked for. */
export function WhereToSign({ request: { state, channel, sentTo } }: { request: AskedToSign }) {
  const texts = useEdeTexts()
  if (state !== 'requested' || channel === 'account') return null
  if (channel === 'device') return <p className={css.note}>{texts.openHere}</p>
  return <p className={css.note}>{texts.sentTo(showRecipient(sentTo ?? ''))}</p>
}
type AskedToSign = Pick<EdeApplication['consent'], 'channel' | 'sentTo'> & { state: string }

/** An email address as it is, a phone number as people write it. */
const showRecipient = (sentTo: string) => (sentTo.includes('@') ? sentTo : showPhone(sentTo))
