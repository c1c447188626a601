import { authorizations, type ExchangeAuthorization } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import type { AuthorizationState } from '@coverdesk/domain/consents/authorization-state.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useClientLanguage } from '../consents/use-client-language.ts'
import { type MessageWay, MessageWayFields } from '../messages/message-way-fields.tsx'
import { paths } from '../platform/address/paths.ts'
import { keyOf, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { showInstant } from '../ui/basics/instant.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './authorization.module.css'
import { type AuthorizationTexts, authorizationTexts } from './authorization-texts.ts'
import type { Authorization, AuthorizedApplication } from './use-authorization.ts'

const tones: Record<AuthorizationState, Tone> = {
  'not-asked': 'grey',
  none: 'amber',
  sent: 'blue',
  valid: 'green',
  ended: 'amber',
  'other-agent': 'amber',
  'no-agent': 'amber',
}

/** Lists and records with the version or the history of the application. */
const changed = [marketplace.one, marketplace.list]

interface SectionProps {
  application: AuthorizedApplication
  authorization: Authorization
  /** Within a form, instead of a section of a record page. */
  isPart?: boolean
  /** Of the last link to the client, where the caller knows it. */
  language?: MessageLanguage | undefined
}

/** The client's authorization of the agent, with its next step; hidden where the exchange does not ask for it. */
export function AuthorizationSection({ application, authorization, isPart = false, language }: SectionProps) {
  const texts = authorizationTexts[useSharedLanguage()]
  const { data, error, refetch } = authorization
  if (!data && !error) return null
  if (data?.state === 'not-asked') return null
  return (
    <section className={isPart ? css.part : css.section} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {data ? (
        <Shown application={application} data={data} texts={texts} language={language} />
      ) : (
        <FailedLine title={texts.couldNotLoad} why={failureMessage(error)} retry={refetch} />
      )}
    </section>
  )
}

interface ShownProps {
  application: AuthorizedApplication
  data: ExchangeAuthorization
  texts: AuthorizationTexts
  language: MessageLanguage | undefined
}

function Shown({ application, data, texts, language }: ShownProps) {
  const { state, agentName, planYear, validUntil, authorizedDate, method, sentTo, expires } = data
  if (state === 'not-asked') return null
  const words =
    state === 'valid'
      ? `${texts.given(agentName ?? '', String(planYear), showDate(validUntil))} ${texts.methods[method ?? 'code'](showInstant(authorizedDate ?? ''))}`
      : state === 'sent'
        ? texts.sentTo(sentTo ?? '', showInstant(expires ?? ''))
        : texts.problems[state]
  return (
    <div className={css.content}>
      <div className={css.line}>
        <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>
        <p className={css.words}>{words}</p>
      </div>
      {state === 'no-agent' ? <AssignLink application={application} texts={texts} /> : null}
      {state === 'sent' ? <CodeForm application={application} texts={texts} /> : null}
      {state !== 'sent' && state !== 'valid' && data.mayAsk ? (
        <CheckAgain application={application} texts={texts} />
      ) : null}
      {state === 'valid' || state === 'no-agent' ? null : (
        <SendForm
          application={application}
          texts={texts}
          language={language}
          label={state === 'none' ? texts.send : texts.sendAgain}
        />
      )}
    </div>
  )
}

/** Opens the list in which the application is assigned. */
function AssignLink({ application: { of }, texts }: Pick<ShownProps, 'application' | 'texts'>) {
  const size = usePhone() ? 'xl' : 'sm'
  const search = of === 'wizard' ? { tab: 'internal' } : {}
  return (
    <div className={css.buttons}>
      <Button size={size} renderRoot={(root) => <Link to={paths.applications} search={search} {...root} />}>
        {texts.openApplications}
      </Button>
    </div>
  )
}

/** Keeps the answer of a write as what the screen shows. */
function useKept({ of, id }: AuthorizedApplication) {
  const client = useQueryClient()
  return (data: ExchangeAuthorization) =>
    client.setQueryData<ExchangeAuthorization>(keyOf(authorizations.one, { of, id }), data)
}

function SendForm({ application, texts, language: known, label }: Omit<ShownProps, 'data'> & { label: string }) {
  const size = usePhone() ? 'xl' : 'sm'
  // The consent comes first, so its language is usually known before the form is shown.
  const ofRecord = useClientLanguage(application.of === 'marketplace' ? application.id : undefined)
  const language = known ?? ofRecord
  const form = useForm<MessageWay>({ values: { channel: 'email', language } })
  const { mutateAsync, error } = useSend(authorizations.send, { refreshes: changed })
  const keep = useKept(application)
  return (
    <FormProvider {...form}>
      <form
        className={css.form}
        aria-label={label}
        onSubmit={(event) =>
          void form.handleSubmit((way) => mutateAsync({ ...application, ...way }).then(keep, () => null))(event)
        }
      >
        <MessageWayFields texts={texts} />
        <p className={css.note}>{texts.about}</p>
        {error ? <NoticeLine tone="red">{failureMessage(error)}</NoticeLine> : null}
        <div className={css.buttons}>
          <Button size={size} type="submit" loading={form.formState.isSubmitting}>
            {label}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Asks the exchange about a link that the client may have used before it ended. */
function CheckAgain({ application, texts }: Pick<ShownProps, 'application' | 'texts'>) {
  const size = usePhone() ? 'xl' : 'sm'
  const { mutate, error, isPending } = useSend(authorizations.confirm, { refreshes: changed })
  const keep = useKept(application)
  return (
    <div className={css.form}>
      {error ? <NoticeLine tone="amber">{failureMessage(error)}</NoticeLine> : null}
      <div className={css.buttons}>
        <Button size={size} loading={isPending} onClick={() => mutate(application, { onSuccess: keep })}>
          {texts.checkAgain}
        </Button>
      </div>
    </div>
  )
}

interface Typed {
  code: string
}

/** Takes the code that the client reads out; 'Check again' asks about the link. */
function CodeForm({ application, texts }: Pick<ShownProps, 'application' | 'texts'>) {
  const size = usePhone() ? 'xl' : 'sm'
  const form = useForm<Typed>({ defaultValues: { code: '' } })
  const { mutateAsync } = useSend(authorizations.confirm, { refreshes: changed })
  const keep = useKept(application)
  const [notice, setNotice] = useState<string | null>(null)
  const ask = async (code?: string) => {
    setNotice(null)
    try {
      const now = keep(await mutateAsync({ ...application, ...(code ? { code } : {}) }))
      if (now?.state === 'sent') setNotice(texts.notYet)
    } catch (error) {
      const isWrong = error instanceof Failure && ['authorization.wrong_code', 'request.invalid'].includes(error.code)
      if (isWrong) form.setError('code', { message: texts.codeWrong }, { shouldFocus: true })
      else setNotice(failureMessage(error))
    }
  }
  const confirm = async ({ code }: Typed) => {
    if (code.trim() === '') form.setError('code', { message: texts.codeMissing }, { shouldFocus: true })
    else await ask(code)
  }
  return (
    <FormProvider {...form}>
      <form
        className={css.form}
        aria-label={texts.confirm}
        noValidate
        onSubmit={(event) => void form.handleSubmit(confirm)(event)}
      >
        <div className={css.code}>
          <TextField<Typed> name="code" label={texts.code} help={texts.codeHelp} inputMode="numeric" maxLength={20} />
        </div>
        {notice ? <NoticeLine tone="amber">{notice}</NoticeLine> : null}
        <div className={css.buttons}>
          <Button size={size} type="submit" variant="filled" loading={form.formState.isSubmitting}>
            {texts.confirm}
          </Button>
          <Button size={size} variant="subtle" onClick={() => void ask()}>
            {texts.checkAgain}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
