import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { contactMerges, mayMergeContacts } from '@coverdesk/domain/contacts/merge-contract.ts'
import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import { mayConverse } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { PersonPage } from '@coverdesk/domain/person/person-contract.ts'
import { Button } from '@mantine/core'
import {
  IconArrowMerge,
  IconCalendarEvent,
  IconListCheck,
  IconMail,
  IconMessage,
  IconPhone,
  IconSignature,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { BulkDialogs } from '../../bulk/bulk-dialogs.tsx'
import type { ListAction } from '../../lists/list-action.ts'
import { paths, withQuery } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { useCallBlock } from '../../telephony/use-call-block.ts'
import { ActionButton } from '../../ui/basics/action-button.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import { actionsOnOne, icon } from '../customer-actions.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { doNotContact } from '../customer-words.ts'
import { showsCustomers } from '../form/customer-form.tsx'
import { useAgentQuestion } from '../use-customer-questions.ts'
import css from './customer-page.module.css'

interface Props {
  customer: CustomerDetail
  /** Undefined while loading. */
  person: PersonPage | undefined
  onDo(dialog: CustomerDialog): void
}

/** An action of the bar; one that leaves the portal or starts another program has an `href`. */
interface Action {
  label: string
  icon: NonNullable<ListAction['icon']>
  keys: string
  description: string
  /** Reason why it is unavailable. */
  refused?: string | undefined
  href?: string
  run?(): void
}

/** What an agent does with a customer on the phone: reach, write down, enroll, and keep the record in order. */
export function CustomerActionBar({ customer, person, onDo }: Props) {
  const { id } = customer
  const [assigning, setAssigning] = useState(false)
  const agent = useAgentQuestion('customer.agent', 'Assign customer')
  const groups = [
    useReaching(customer),
    [
      ofOne('notes', onDo),
      {
        label: 'Follow-up',
        icon: IconCalendarEvent,
        keys: 'f',
        description: 'Note with a follow-up date',
        run: () => onDo('follow-up'),
      },
      ...useEnrolling(id, person),
    ],
    [
      ...(agent
        ? [
            {
              label: 'Assign',
              icon: IconUserPlus,
              keys: 'a',
              description: 'Assign the customer',
              run: () => setAssigning(true),
            },
          ]
        : []),
      ofOne('status', onDo),
      ...useMerging(id),
      ofOne('history', onDo),
      ofOne('edit', onDo),
    ],
  ] satisfies Action[][]
  useShortcuts(
    groups.flat().map(({ keys, description, refused, href, run }: Action) => ({
      keys,
      description,
      run: () => (refused ? undefined : href ? window.location.assign(href) : run?.()),
    })),
  )
  return (
    <section className={css.bar} aria-label="Actions">
      {groups.map((actions: Action[]) =>
        actions.length > 0 ? (
          <div key={actions[0]?.label} className={css.barGroup}>
            {actions.map((action) => (
              <BarButton key={action.label} {...action} />
            ))}
          </div>
        ) : null,
      )}
      <BulkDialogs
        kind="customer"
        open={assigning ? { action: 'customer.agent', ids: [id] } : null}
        questions={agent ? [agent] : []}
        refreshes={showsCustomers}
        onClose={() => setAssigning(false)}
        onDone={() => setAssigning(false)}
      />
    </section>
  )
}

function BarButton({ label, icon: Icon, refused, href, run }: Action) {
  const size = usePhone() ? 'xl' : 'sm'
  if (href && !refused)
    return (
      <Button size={size} component="a" href={href} leftSection={<Icon {...icon} />}>
        {label}
      </Button>
    )
  return (
    <ActionButton icon={<Icon {...icon} />} primary={label === 'Edit'} refused={refused} onClick={() => run?.()}>
      {label}
    </ActionButton>
  )
}

/** An action that the list has too. */
function ofOne(dialog: CustomerDialog, onDo: (dialog: CustomerDialog) => void): Action {
  const action = actionsOnOne.find((one) => one.dialog === dialog)
  if (!action) throw new Error(`No action opens ${dialog}`)
  return { ...action, run: () => onDo(dialog) }
}

/** Call, text and email; none for a customer who asked not to be contacted. */
function useReaching({ id, statusId, phone, email }: CustomerDetail): Action[] {
  const navigate = useNavigate()
  const converses = useHasAccess(mayConverse)
  const whyNot = useCallBlock(phone)
  if (statusId === doNotContact) return []
  const noPhone = phone ? undefined : 'Add a phone number first'
  return [
    {
      label: 'Call',
      icon: IconPhone,
      keys: 'c',
      description: 'Call the customer',
      refused: noPhone ?? whyNot,
      href: `tel:+1${phone}`,
    },
    ...(converses
      ? [
          {
            label: 'Text',
            icon: IconMessage,
            keys: 't',
            description: 'Text the customer',
            refused: noPhone,
            run: () => void navigate({ to: paths.textTo(id) }),
          },
        ]
      : []),
    {
      label: 'Email',
      icon: IconMail,
      keys: 'l',
      description: 'Email the customer',
      refused: email ? undefined : 'Add an email address first',
      href: `mailto:${encodeURIComponent(email ?? '')}`,
    },
  ]
}

/** A new application, and the consent of the newest one. */
function useEnrolling(id: number, person: PersonPage | undefined): Action[] {
  const navigate = useNavigate()
  if (!useHasAccess(sectionRules['Direct Enrollment'].allow)) return []
  const newest = person?.entries.find(({ kind, record }) => record !== null && consented.includes(kind))
  return [
    {
      label: 'Start application',
      icon: IconListCheck,
      keys: 'p',
      description: 'Start an application',
      href: withQuery(paths.edeNew, { contact: id }),
    },
    {
      label: 'Consent',
      icon: IconSignature,
      keys: 'o',
      description: 'Consent of the newest application',
      refused: newest ? undefined : 'Start an application first; the client consents to it',
      run: () => {
        if (typeof newest?.record !== 'string') return
        const path = newest.kind === 'marketplace' ? paths.ownApplication : paths.internalApplication
        void navigate({ to: path(newest.record) })
      },
    },
  ]
}

const consented = ['marketplace', 'application']

/** Merging with a contact that is likely the same person. */
function useMerging(id: number): Action[] {
  const navigate = useNavigate()
  const merges = useHasAccess(mayMergeContacts)
  const { data } = useQuery({ ...apiQuery(contactMerges.duplicates, { id }), enabled: merges })
  if (!merges) return []
  const [likely] = data ?? []
  return [
    {
      label: 'Merge',
      icon: IconArrowMerge,
      keys: 'd',
      description: 'Merge with a possible duplicate',
      refused: likely ? undefined : 'No other contact looks like the same person',
      run: () => likely && void navigate({ to: paths.contactPair(id, likely.contact.id) }),
    },
  ]
}
