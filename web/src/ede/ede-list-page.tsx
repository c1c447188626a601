import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { type EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useCurrentUser } from '../access/current-user.ts'
import { dayOf } from '../applications/application-words.ts'
import { useAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { TextFilter } from '../ui/filters/text-filter.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { edeStateWords, edeTexts } from './ede-texts.ts'
import { initialsOf } from './initials.ts'
import css from './wizard.module.css'
import { WizardFrame } from './wizard-frame.tsx'

const EdeListAddress = z.object({ search: z.coerce.string().max(100).optional() })

/** /ede/app/: applications of the wizard for staff; clients continue on their start page. */
export function EdeListPage() {
  const user = useCurrentUser()
  const size = usePhone() ? 'xl' : 'sm'
  const { query, change } = useAddress(EdeListAddress)
  if (user && !mayPass(mayReadApplications, user)) return <Navigate to={paths.consumer} replace />
  return (
    <WizardFrame title="Applications" exit={{ to: paths.portal, label: 'Back to the portal' }}>
      <main id="main" className={css.list} tabIndex={-1}>
        <div className={css.listHead}>
          <h1>Applications</h1>
          <Button
            variant="filled"
            size={size}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link to={paths.edeNew} {...props} />}
          >
            New application
          </Button>
        </div>
        <div className={css.find}>
          <TextFilter
            icon
            aria-label="Find an application"
            placeholder="Name, phone, email or number"
            size={size}
            value={query.search ?? ''}
            onChange={(search) => change({ search }, { replace: true })}
          />
        </div>
        <Rows search={query.search} />
      </main>
    </WizardFrame>
  )
}

function Rows({ search }: z.output<typeof EdeListAddress>) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(ede.list, { search }),
    placeholderData: keepPreviousData,
  })
  if (error)
    return <FailedState title="Couldn't load applications." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label="Loading applications">
        <SkeletonBar width="100%" height={56} />
      </div>
    )
  if (data.length === 0 && search) return <p className={css.note}>No application matches “{search}”.</p>
  if (data.length === 0)
    return (
      <p className={css.note}>No applications yet. Start one here, or at a customer, contact, lead or application.</p>
    )
  return (
    <ul className={css.rows}>
      {data.map(({ id, number, name, agentName, planYear, state, step, isChange, updatedAt }) => (
        <li key={id}>
          <Link to={paths.edeApplication(id)} className={css.row}>
            <span className={css.initials} aria-hidden>
              {initialsOf(name)}
            </span>
            <div>
              <div className={css.name}>{name}</div>
              <div className={css.facts}>
                {[`No. ${number}`, String(planYear), agentName, `changed ${dayOf(updatedAt)}`]
                  .filter(Boolean)
                  .join(', ')}
              </div>
            </div>
            <span className={css.facts}>{wordsOf({ state, step, isChange })}</span>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function wordsOf({ state, step, isChange }: Pick<EdeRow, 'state' | 'step' | 'isChange'>): string {
  const words = state === 'draft' ? edeTexts.en.steps[step] : edeStateWords[state]
  return isChange ? edeTexts.en.changeOf(words) : words
}
