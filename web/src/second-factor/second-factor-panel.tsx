import { type OwnSecondFactor, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { AppRow } from './app-row.tsx'
import { ChannelRow } from './channel-row.tsx'
import css from './second-factor.module.css'

/** Section of My Account: what a login asks for besides the password. */
export function SecondFactorPanel() {
  const { data, error, refetch } = useQuery(apiQuery(ownSecondFactor.status, {}))
  return (
    <FormSection
      title="Second factor"
      note={data ? noteOf(data) : 'What a login asks for in addition to your password.'}
    >
      {error ? (
        <FailedLine title="Couldn't load the second factor." why={failureMessage(error)} retry={() => void refetch()} />
      ) : null}
      <ul className={css.rows} aria-label="Second factor" aria-busy={!data}>
        {data ? <Rows status={data} /> : <SkeletonRow />}
      </ul>
    </FormSection>
  )
}

function Rows({ status }: { status: OwnSecondFactor }) {
  const chosen = status.channels.filter((way) => way.chosen).map((way) => way.channel)
  return (
    <>
      <AppRow status={status} />
      {status.channels.map((way) => (
        <ChannelRow
          key={way.channel}
          {...way}
          chosenNow={chosen}
          asked={status.methods.includes(way.channel)}
          required={status.required}
        />
      ))}
    </>
  )
}

function SkeletonRow() {
  return (
    <li className={css.row}>
      <SkeletonBar width="50%" height={16} />
    </li>
  )
}

function noteOf({ methods, required }: OwnSecondFactor): string {
  if (methods.length === 0)
    return 'Logins ask for your password only. A second factor protects your account if your password is stolen.'
  return required
    ? 'Your role needs a second factor: a login asks for a code in addition to your password.'
    : 'A login asks for a code in addition to your password.'
}
