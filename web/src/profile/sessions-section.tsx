import { type OwnSession, profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FormSection } from '../ui/form/page-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { useAccountTexts } from './account-texts.ts'
import css from './profile.module.css'
import { SessionWords } from './session-words.tsx'

/** The user's sessions; ends one, or all others. */
export function SessionsSection() {
  const texts = useAccountTexts().sessions
  const { data, error, refetch } = useQuery(apiQuery(profile.sessions, {}))
  const size = usePhone() ? 'xl' : 'sm'
  const [asking, setAsking] = useState(false)
  const endOthers = useSend(profile.endOtherSessions, { refreshes: [profile.sessions] })
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <FormSection title={texts.title} note={texts.note}>
      {error ? (
        <FailedLine title={texts.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
      ) : null}
      <ul className={css.sessions} aria-label={texts.title} aria-busy={!data}>
        {data?.map((session) => <SessionRow key={session.id} session={session} />) ?? (
          <li className={css.session}>
            <SkeletonBar width="50%" height={16} />
          </li>
        )}
      </ul>
      {others > 0 ? (
        <div>
          <Button size={size} onClick={() => setAsking(true)}>
            {texts.endOthers}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={texts.question}
        text={texts.consequence(others)}
        yes={texts.endThem}
        no={texts.keep}
        onNo={() => setAsking(false)}
        onYes={async () => {
          await endOthers.mutateAsync({})
          setAsking(false)
          toasts.success(texts.othersEnded)
        }}
      />
    </FormSection>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const texts = useAccountTexts().sessions
  const { id, browser, current, since } = session
  const end = useSend(profile.endSession, { refreshes: [profile.sessions] })
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <li className={css.session}>
      <SessionWords session={session} />
      {current ? null : (
        <Button
          size={size}
          variant="subtle"
          loading={end.isPending}
          aria-label={texts.endOne(texts.browser(browser), showInstant(since))}
          onClick={() =>
            end.mutate(
              { id },
              {
                onSuccess: () => toasts.success(texts.ended),
                onError: (error) => toasts.failure(texts.couldNotEnd, error),
              },
            )
          }
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}
