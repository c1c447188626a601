import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { longDay } from '@coverdesk/domain/fields/calendar-date.ts'
import { type Home, home } from '@coverdesk/domain/home/home-contract.ts'
import { notificationEvents, realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLiveRefetch } from '../realtime/live-events.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './home.module.css'
import { HomeDay } from './home-day.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { summaryOf } from './home-summary.ts'

const refetchMilliseconds = 60_000
const liveEvents = [...notificationEvents, realtime.importEnded, realtime.ptoChanged, realtime.choicesChanged]
const liveRoutes = [home.day]

/** The day of a user of the agency: what waits, each figure linked to the list behind it. */
export function HomeOfStaff({ user }: { user: CurrentUser }) {
  const { data, error, refetch } = useQuery({ ...apiQuery(home.day, {}), refetchInterval: refetchMilliseconds })
  useLiveRefetch(liveEvents, liveRoutes)
  return (
    <div className={css.page}>
      <PageHeader
        title={`Welcome, ${user.firstName || user.name}`}
        note={data ? <DayInWords day={data} /> : null}
        actions={<Actions user={user} />}
      />
      {data ? (
        <HomeDay day={data} user={user} />
      ) : error ? (
        <FailedState title="Couldn't load your day." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <HomeSkeleton />
      )}
    </div>
  )
}

function DayInWords({ day }: { day: Home }) {
  return (
    <span className="figures">
      {longDay(day.today)}. {summaryOf(day)}
    </span>
  )
}

function Actions({ user }: { user: CurrentUser }) {
  const mayLoad = mayPass(sectionRules.Administration.links['Upload Files'], user)
  const mayCreate = mayPass(sectionRules.Customer.allow, user)
  return (
    <>
      {mayLoad ? (
        <Button
          leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to={paths.upload} {...props} />}
        >
          Load a file
        </Button>
      ) : null}
      {mayCreate ? (
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to={paths.newCustomer} {...props} />}
        >
          New customer
        </Button>
      ) : null}
    </>
  )
}
