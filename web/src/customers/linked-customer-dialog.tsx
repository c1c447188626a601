import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { type LinkedCustomer, linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import '../ui/overlay/overlay-styles.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './linked-customer.module.css'

/** The application and its applicant. */
export interface AppliedFor {
  appId: string
  name: string
  email: string | null
}

interface LinkedCustomerDialogProps {
  opened: boolean
  application: AppliedFor
  onClose(): void
}

/**
 * 'Create Customer' of an application (CUST-25, A-066): asks, then shows the login once. Keep it mounted and pass
 * `opened`.
 */
export function LinkedCustomerDialog({ opened, application, onClose }: LinkedCustomerDialogProps) {
  const create = useSend(linkedCustomers.create)
  const [created, setCreated] = useState<LinkedCustomer>()
  const { appId, name, email } = application
  return (
    <>
      <ConfirmDialog
        opened={opened && !created}
        title="Create Customer"
        text={
          <>
            {name} becomes a customer who logs in as{' '}
            <strong>{email ?? 'no one yet: the application has no email'}</strong> and sees this application. You get a
            one-time password to pass on, valid for one day.
          </>
        }
        yes="Create customer"
        no="Cancel"
        onYes={async () => setCreated(await create.mutateAsync({ appId }))}
        onNo={onClose}
      />
      <Dialog
        opened={opened && created !== undefined}
        onClose={onClose}
        onExitTransitionEnd={() => setCreated(undefined)}
        title="Customer created"
        size={480}
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {created ? <CreatedCustomer made={created} onDone={onClose} /> : null}
      </Dialog>
    </>
  )
}

function CreatedCustomer({ made, onDone }: { made: LinkedCustomer; onDone(): void }) {
  const size = usePhone() ? 'xl' : 'md'
  const canSeeCustomers = useHasAccess(sectionRules.Customer.allow)
  return (
    <div className={css.made}>
      <DefinitionGrid
        facts={[
          { label: 'Email', value: <Copied text={made.email} what="email" />, wide: true },
          { label: 'Password', value: <Copied text={made.key} what="password" />, wide: true },
        ]}
      />
      <NoticeLine tone="amber">
        Copy the password now. It won't be shown again. The customer can use it until {showInstant(made.until)} to set
        their own password.
      </NoticeLine>
      <div className={css.answers}>
        {canSeeCustomers ? <Link to={paths.customerPage(made.customerId)}>Open customer page</Link> : null}
        <Button size={size} variant="filled" onClick={onDone} data-autofocus>
          Done
        </Button>
      </div>
    </div>
  )
}

function Copied({ text, what }: { text: string; what: 'email' | 'password' }) {
  return (
    <span className={css.copied}>
      <code>{text}</code>
      <Button
        size="xs"
        aria-label={`Copy the ${what}`}
        leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
        onClick={() => void copyText(text, what === 'email' ? 'Email copied' : 'Password copied')}
      >
        Copy
      </Button>
    </span>
  )
}
