import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { Button } from '@mantine/core'
import { IconNotes, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import { insuredName } from '../policy-columns.tsx'
import css from './policy-detail.module.css'

const NotesDialog = lazy(async () => ({ default: (await import('../../notes/notes-dialog.tsx')).NotesDialog }))
const AssignOfPolicy = lazy(async () => ({
  default: (await import('../../unpaid/assign-of-policy.tsx')).AssignOfPolicy,
}))

const HoldOfPolicy = lazy(async () => ({
  default: (await import('../../pay-terms/hold-of-policy.tsx')).HoldOfPolicy,
}))
const SplitOfPolicy = lazy(async () => ({
  default: (await import('../../pay-terms/splits/split-of-policy.tsx')).SplitOfPolicy,
}))

const DisputeOfPolicy = lazy(async () => ({
  default: (await import('../../variances/dispute-of-policy.tsx')).DisputeOfPolicy,
}))

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Notes of a policy, newest first. */
export const policyNotes = (id: number) =>
  apiQuery(notes.list, { entityId: id, entityMetadataId: notedKinds.policy.id })

/** Actions on one policy: its customer, notes, and assigning its open unpaid or lost months. */
export function PolicyRecordActions({ policy }: { policy: PolicyDetail }) {
  const { id } = policy
  const size = usePhone() ? 'xl' : 'sm'
  const [noting, setNoting] = useState(false)
  const [noted, setNoted] = useState(false)
  const people = useQuery(apiQuery(policyPeople.people, { id }))
  const { data: written } = useQuery(policyNotes(id))
  const navigate = useNavigate()
  const customer = people.data?.customers?.[0]
  const openNotes = () => {
    setNoted(true)
    setNoting(true)
  }
  useShortcuts([
    { keys: 'm', description: 'Notes of the policy', run: openNotes },
    ...(customer
      ? [
          {
            keys: 'c',
            description: 'Open the customer',
            run: () => void navigate({ to: paths.customerPage(customer.id) }),
          },
        ]
      : []),
  ])
  return (
    <div className={css.work}>
      {customer ? (
        <Button
          size={size}
          renderRoot={(props) => <Link to={paths.customerPage(customer.id)} {...props} />}
          leftSection={<IconUser {...icon} />}
        >
          Customer
        </Button>
      ) : null}
      <Button size={size} leftSection={<IconNotes {...icon} />} onClick={openNotes}>
        Notes{written && written.length > 0 ? <span className={css.count}>{showCount(written.length)}</span> : null}
      </Button>
      <Suspense>
        <AssignOfPolicy policyId={id} />
        <SplitOfPolicy policyId={id} />
        <DisputeOfPolicy policyId={id} />
        <HoldOfPolicy policyId={id} />
      </Suspense>
      {noted ? (
        <Suspense>
          <NotesDialog
            of={
              noting
                ? {
                    entityMetadataId: notedKinds.policy.id,
                    entityId: id,
                    name: `${insuredName(policy)}, ${policy.policyNumber}`,
                  }
                : null
            }
            onClose={() => setNoting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
