import { ede, StartInput } from '@coverdesk/domain/ede/ede-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { DigitsField, PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldRow, FormSection, PageForm } from '../ui/form/page-form.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { sourceQuery } from './source-query.ts'
import { WizardFrame } from './wizard-frame.tsx'

export type StartTyped = z.input<typeof StartInput>

const blank: StartTyped = {
  firstName: '',
  middleName: '',
  lastName: '',
  dob: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  zipCode: '',
  applicationId: null,
}

/** /ede/app/new: the client, filled in from the record that the application starts at. */
export function StartPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const source = sourceQuery(search)
  const { data, error, refetch } = useQuery({ ...source, staleTime: 0 })
  const isReady = source.enabled === false || data !== undefined
  return (
    <WizardFrame title="New application" exit={{ to: paths.ede, label: 'Back to applications' }}>
      <main id="main" tabIndex={-1}>
        <PageHeader title="New application" />
        {error ? (
          <FailedState title="Couldn't load this record." why={failureMessage(error)} retry={() => void refetch()} />
        ) : isReady ? (
          <StartForm values={{ ...blank, ...data }} />
        ) : (
          <div role="status" aria-label="Loading the record">
            <SkeletonBar width="60%" height={36} />
          </div>
        )}
      </main>
    </WizardFrame>
  )
}

function StartForm({ values }: { values: StartTyped }) {
  const navigate = useNavigate()
  const { mutateAsync } = useSend(ede.start, { refreshes: [ede.list] })
  return (
    <PageForm<StartTyped, z.output<typeof StartInput>>
      label="New application"
      schema={StartInput}
      values={values}
      submit="Start application"
      onSubmit={async (client) => {
        const { id } = await mutateAsync(client)
        // After the form is reset, so that leaving it asks nothing.
        setTimeout(() => void navigate({ to: paths.edeApplication(id) }))
        return values
      }}
    >
      <FormSection title="Client" note="The client receives the consent and the review at this email or phone.">
        <FieldRow>
          <TextField<StartTyped> name="firstName" label="First name" maxLength={150} />
          <TextField<StartTyped> name="middleName" label="Middle name" optional maxLength={150} />
          <TextField<StartTyped> name="lastName" label="Last name" maxLength={150} />
        </FieldRow>
        <FieldRow>
          <TextField<StartTyped> name="email" label="Email" type="email" maxLength={62} />
          <PhoneField<StartTyped> name="phone" label="Phone" />
        </FieldRow>
        <FieldRow>
          <DateField<StartTyped> name="dob" birth label="Date of birth" optional />
          <DigitsField<StartTyped> name="zipCode" label="ZIP code" optional most={5} />
        </FieldRow>
        <TextField<StartTyped>
          name="address"
          label="Address"
          optional
          maxLength={200}
          help={values.contactId && !values.address ? 'Also saved as the address of the customer.' : undefined}
        />
      </FormSection>
    </PageForm>
  )
}
