import { type SetupChecklist as Checklist, setup } from '@coverdesk/domain/setup/setup-contract.ts'
import type { SetupStep } from '@coverdesk/domain/setup/setup-steps.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './setup-checklist.module.css'

interface StepWords {
  title: string
  todo: string
  done: (count: string) => string
  action: string
  /** Action of the completed step. */
  again: string
  address: string
}

const words: Record<SetupStep, StepWords> = {
  agency: {
    title: 'Agency',
    todo: 'The name, phone, email and postal address that clients see',
    done: () => 'Name and contact are set',
    action: 'Enter the agency',
    again: 'Change',
    address: paths.agency,
  },
  carriers: {
    title: 'Carriers',
    todo: 'The carriers whose policies you sell, suggested by state',
    done: (count) => `${count} chosen`,
    action: 'Choose carriers',
    again: 'Change',
    address: paths.carriers,
  },
  locations: {
    title: 'Locations',
    todo: 'Your offices; each agent belongs to one',
    done: (count) => `${count} entered`,
    action: 'Add a location',
    again: 'Change',
    address: paths.lists,
  },
  agents: {
    title: 'Agents',
    todo: 'Names, NPNs and the email they sign in with',
    done: (count) => `${count} entered`,
    action: 'Add an agent',
    again: 'Add another',
    address: paths.newAgent,
  },
  users: {
    title: 'Users',
    todo: 'Accounts for other users, with their permissions',
    done: (count) => `${count} ${count === '1' ? 'account' : 'accounts'}`,
    action: 'Add a user',
    again: 'Add another',
    address: paths.newUser,
  },
  policies: {
    title: 'First file',
    todo: "A carrier's policy file, as .csv; you see every row before it is saved",
    done: () => 'Policies are loaded',
    action: 'Load a file',
    again: 'Load another',
    address: paths.upload,
  },
  schedules: {
    title: 'Commission schedules',
    todo: 'What each carrier owes you per member',
    done: (count) => `${count} ${count === '1' ? 'row' : 'rows'} entered`,
    action: 'Enter a schedule',
    again: 'Change',
    address: paths.schedules,
  },
  statements: {
    title: 'Statements',
    todo: 'As .csv, as many months as you have; missing money shows right away',
    done: () => 'Statements are loaded',
    action: 'Load a statement',
    again: 'Load another',
    address: paths.upload,
  },
  payTerms: {
    title: 'Agent contracts',
    todo: 'What each agent earns, for pay runs',
    done: () => 'Contracts or rates are entered',
    action: 'Add a contract',
    again: 'Change',
    address: paths.agentContracts,
  },
}

/** Checklist of a new agency: null if there is none to show, undefined until known. */
export function useSetupChecklist(enabled: boolean): Checklist | null | undefined {
  const { data, isError } = useQuery({ ...apiQuery(setup.checklist, {}), enabled })
  if (!enabled || isError) return null
  return data && !data.shown ? null : data
}

/** Open steps before a new agency can work, in order. Completed steps stay editable. */
export function SetupChecklist({ checklist: { steps } }: { checklist: Checklist }) {
  const skip = useSend(setup.skip, { refreshes: [setup.checklist] })
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)?.id
  return (
    <>
      <PageHeader
        title="Set up Coverdesk"
        note={`${done} of ${steps.length}`}
        actions={
          <Button
            variant="subtle"
            loading={skip.isPending}
            onClick={() =>
              skip.mutate({}, { onError: (error) => toasts.failure("Couldn't hide the checklist.", error) })
            }
          >
            Skip the rest
          </Button>
        }
      />
      <ol className={css.steps}>
        {steps.map(({ id, done, count }, at) => {
          const { title, todo, done: doneWords, action, again, address } = words[id]
          return (
            <li key={id} className={css.step} data-done={done} aria-current={id === next ? 'step' : undefined}>
              <span className={css.mark} aria-hidden>
                {done ? <IconCheck size={14} stroke={2.5} /> : at + 1}
              </span>
              <div className={css.words}>
                <h2>
                  {title}
                  {done ? <VisuallyHidden>, done</VisuallyHidden> : null}
                </h2>
                <p>{done ? doneWords(showCount(count)) : todo}</p>
              </div>
              {done ? (
                <Link to={address} className={css.change} aria-label={`${again}: ${title}`}>
                  {again}
                </Link>
              ) : (
                <Button
                  renderRoot={(props) => <Link to={address} {...props} />}
                  variant={id === next ? 'filled' : 'default'}
                  className={css.action}
                >
                  {action}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
