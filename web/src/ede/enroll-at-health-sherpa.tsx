import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UpdatesList, useUpdates } from '../healthsherpa/updates-section.tsx'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { useEdeTexts } from './use-ede-texts.ts'
import css from './wizard.module.css'

/** For agents: enrolls the client at HealthSherpa instead, and shows what it said about the policy since. */
export function EnrollAtHealthSherpa({
  id,
  canStart,
  onStarted,
}: {
  id: string
  canStart: boolean
  onStarted(): Promise<void>
}) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'md'
  const { data } = useQuery(apiQuery(healthSherpa.setUp, {}))
  const updates = useUpdates({ wizardId: id })
  const start = useSend(healthSherpa.start)
  const offers = canStart && data?.canStart === true
  if (!offers && updates === null) return null
  const open = async () => {
    // Opened at once: browsers block a window that opens after an answer.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await start.mutateAsync({ id, language })
      if (tab) tab.location.replace(url)
      else window.location.assign(url)
      await onStarted()
    } catch {
      tab?.close()
    }
  }
  return (
    <section className={css.form} aria-label="HealthSherpa">
      {start.error ? <NoticeLine tone="red">{failureMessage(start.error)}</NoticeLine> : null}
      {offers ? (
        <>
          <p className={css.note}>{texts.healthSherpaNote}</p>
          <div>
            <Button size={size} loading={start.isPending} onClick={() => void open()}>
              {texts.enrollAtHealthSherpa}
            </Button>
          </div>
        </>
      ) : null}
      {updates ? <UpdatesList updates={updates} /> : null}
    </section>
  )
}
