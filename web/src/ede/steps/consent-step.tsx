import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '../../applications/application-words.ts'
import { ConsentToSign } from '../../applications/sign/consent-to-sign.tsx'
import { call } from '../../platform/api/call.ts'
import { apiQuery, useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { openForClient } from '../../platform/page/open-for-client.ts'
import { setLanguage, useLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { SendLink, WhereToSign } from '../send-link.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

/** The client's consent: signed here by the client, or asked for by link when an agent fills in the application. */
export function ConsentStep(props: StepProps) {
  const texts = useEdeTexts()
  const { saved } = props
  const { application, take } = saved
  const { consent, isClient, id } = application
  const isValid = consent.state === 'valid'
  const refresh = async () => take(await call(ede.one, { id }))
  return (
    <StepScreen
      {...props}
      step="consent"
      onContinue={() => saved.save('about', {})}
      waits={isClient && !isValid ? texts.waitsFor.consent : undefined}
    >
      <p className={css.state}>{texts.consentStates[consent.state]}</p>
      <OtherApplicant application={application} />
      {isValid ? (
        <p className={css.note}>{texts.signedBy(consent.signedName ?? '', dayOf(consent.signedDate ?? ''))}</p>
      ) : isClient ? (
        <OwnConsent id={id} onSigned={refresh} />
      ) : (
        <AskedConsent {...props} refresh={refresh} />
      )}
    </StepScreen>
  )
}

/** Why a signed consent does not count anymore. */
export function OtherApplicant({ application: { consent, answers } }: Pick<StepProps['saved'], 'application'>) {
  const texts = useEdeTexts()
  if (!consent.otherApplicant) return null
  const why = texts.consentOfOther(consent.otherApplicant, fullName(answers.household.people[0]))
  return <NoticeLine tone="amber">{why}</NoticeLine>
}

function AskedConsent({ saved, refresh }: StepProps & { refresh(): Promise<void> }) {
  const texts = useEdeTexts()
  const { mutateAsync } = useSend(applications.sendConsent)
  const openHere = useSend(ede.openHere)
  const { id, internalId, consent } = saved.application
  return (
    <div className={css.form}>
      <WhereToSign request={consent} />
      <SendLink
        submit={texts.sendConsent}
        last={saved.application.lastSent}
        clientLanguage={saved.application.clientLanguage}
        onSend={async (way) => {
          await mutateAsync({ id: internalId, ...way })
          await refresh()
        }}
        onHere={async (language) => {
          await openForClient(
            async () => `/sign/?id=${(await openHere.mutateAsync({ id, what: 'consent', language })).link}`,
          )
          await refresh()
        }}
        onCheck={consent.state === 'requested' && saved.saveState.kind === 'saved' ? refresh : undefined}
      />
      <p className={css.note}>{texts.clientSigns}</p>
      {consent.state === 'revoked' ? (
        <NoticeLine tone="amber">{texts.mayNotContinue}</NoticeLine>
      ) : (
        <NoticeLine tone="blue">{texts.mayContinue}</NoticeLine>
      )}
    </div>
  )
}

/** The consent is opened on request, because that creates its record. */
function OwnConsent({ id, onSigned }: { id: string; onSigned(): Promise<void> }) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'md'
  const open = useSend(ede.openOwn)
  const [link, setLink] = useState<string>()
  if (link) return <OpenConsent link={link} onSigned={onSigned} />
  return (
    <div className={css.form}>
      {open.error ? <NoticeLine tone="red">{failureMessage(open.error)}</NoticeLine> : null}
      <div>
        <Button
          size={size}
          variant="filled"
          loading={open.isPending}
          onClick={() =>
            open.mutate({ id, what: 'consent', language }, { onSuccess: (answer) => setLink(answer.link) })
          }
        >
          {texts.readAndSign}
        </Button>
      </div>
    </div>
  )
}

function OpenConsent({ link, onSigned }: { link: string; onSigned(): Promise<void> }) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    ...apiQuery(consent.page, { id: link }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <NoticeLine tone="red">{failureMessage(error)}</NoticeLine>
  if (!data) return null
  return (
    <ConsentToSign
      id={link}
      page={data}
      language={language}
      onLanguage={setLanguage}
      onSigned={() => void onSigned()}
      onReload={() => void refetch()}
      isPart
    />
  )
}
