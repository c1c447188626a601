import { type AgencySettings, agency } from '@coverdesk/domain/agency/agency-contract.ts'
import { AgencyIdentity } from '@coverdesk/domain/agency/agency-identity.ts'
import { PostalAddress } from '@coverdesk/domain/agency/postal-address.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { CityField } from '../lookups/city-field.tsx'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../lookups/use-zip-places.ts'
import { PayoutSettingsForm } from '../payouts/payout-settings-form.tsx'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showBrand } from '../platform/page/brand.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { TermsForm } from '../terms/terms-form.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { CheckboxField, SelectField } from '../ui/fields/choice-fields.tsx'
import { PhoneField, ZipField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldRow, FormSection, PageForm, PageFormPart } from '../ui/form/page-form.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

/** /portal/manage/agency: agency settings that administrators maintain. */
export function AgencyPage() {
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    ...apiQuery(agency.settings, {}),
    // Never cached, so that the form starts from current values; not refetched while the user types.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const again = () => void refetch().then(() => setRound((rounds) => rounds + 1))
  return (
    <>
      <PageHeader title="Agency" />
      {data ? (
        <Settings key={round} stored={data} onReload={again} />
      ) : error ? (
        <FailedState title="Couldn't load the settings." why={failureMessage(error)} retry={again} />
      ) : (
        <div role="status" aria-label="Loading the settings">
          <FormSection title="Name and contact">
            {[80, 64, 72].map((width) => (
              <SkeletonBar key={width} width={`${width}%`} height={16} />
            ))}
          </FormSection>
        </div>
      )}
    </>
  )
}

const AgencyFields = z.strictObject({ ...AgencyIdentity.shape, ...PostalAddress.shape, npn: z.string() })
type Typed = z.input<typeof AgencyFields>

const words: FieldLabels<Typed> = {
  name: 'Agency name',
  phone: 'Phone',
  email: 'Email',
  street: 'Street or PO box',
  unit: 'Suite or floor',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  npn: 'NPN of the agency',
}

const blankAddress: z.input<typeof PostalAddress> = { street: '', unit: '', city: '', state: '', zipCode: '' }

function fieldsOf({ identity, postalAddress, npn }: AgencySettings): Typed {
  const { name = '', phone = '', email = '' } = identity ?? {}
  return { name, phone: showPhone(phone), email, npn: npn ?? '', ...(postalAddress ?? blankAddress) }
}

interface SettingsProps {
  stored: AgencySettings
  /** Version of the settings that were last loaded or saved on this page. */
  version: number
  setVersion(version: number): void
  onReload(): void
}

function Settings({ stored, onReload }: Pick<SettingsProps, 'stored' | 'onReload'>) {
  const [version, setVersion] = useState(stored.version)
  const shared = { stored, version, setVersion, onReload }
  return (
    <>
      <AgencyForm {...shared} />
      <ApprovalForm {...shared} />
      <PayoutSettingsForm />
      <TermsForm />
    </>
  )
}

/** Whether rights beyond the grantor's own need approval by a second security administrator (P-34). */
function ApprovalForm({ stored, version, setVersion }: SettingsProps) {
  const save = useSend(agency.setApproval)
  return (
    <FormSection
      title="Rights"
      note="All security administrators and administrators are notified when someone grants rights beyond their own, or the role of an administrator."
    >
      <PageFormPart
        label="Rights"
        schema={ApprovalFields}
        values={{ secondApproval: stored.secondApproval }}
        submit="Save"
        onSubmit={async (fields) => {
          const saved = await save.mutateAsync({ ...fields, version })
          setVersion(saved.version)
          toasts.success('Changes saved')
          return { secondApproval: saved.secondApproval }
        }}
      >
        <CheckboxField<z.input<typeof ApprovalFields>>
          name="secondApproval"
          label="Require approval by a second security administrator"
        />
      </PageFormPart>
    </FormSection>
  )
}

const ApprovalFields = agency.setApproval.input.pick({ secondApproval: true })

/** Name, contact and postal address; saved against the version that was loaded last (P-74). */
function AgencyForm({ stored, version, setVersion, onReload }: SettingsProps) {
  // Refreshes conversations too: without a postal address they can't send email.
  const save = useSend(agency.save, { refreshes: [marketing.one, setup.checklist] })
  const editConflict = useEditConflict<Typed>({
    what: 'agency',
    onReload: async () => onReload(),
    merge: {
      reload: async () => {
        const fresh = await call(agency.settings, {})
        setVersion(fresh.version)
        return fieldsOf(fresh)
      },
      fields: words,
    },
  })
  const update = async ({
    name,
    phone,
    email,
    npn,
    ...postalAddress
  }: z.output<typeof AgencyFields>): Promise<Typed> => {
    try {
      const saved = await save.mutateAsync({ version, identity: { name, phone, email }, postalAddress, npn })
      showBrand((await call(shell.configuration, {})).brand)
      setVersion(saved.version)
      editConflict.forget()
      toasts.success('Changes saved')
      return fieldsOf(saved)
    } catch (error) {
      toasts.failure('Error saving changes', await editConflict.notice(error))
      throw error
    }
  }
  return (
    <PageForm
      label="Agency"
      schema={AgencyFields}
      values={fieldsOf(stored)}
      submit="Save"
      draftKey="agency"
      onSubmit={update}
      notice={editConflict.shown}
    >
      <FormSection
        title="Name and contact"
        note="What clients see on pages, messages, consents and files. They revoke a consent by this phone or email."
      >
        <TextField<Typed> name="name" label="Agency name" maxLength={80} autoComplete="organization" />
        <FieldRow>
          <PhoneField<Typed> name="phone" label="Phone" />
          <TextField<Typed> name="email" label="Email" type="email" maxLength={254} autoComplete="email" />
        </FieldRow>
      </FormSection>
      <FormSection
        title="Commissions"
        note="Carriers may pay lines to the agency's own NPN. In statements loaded from now on these lines count for the agent of record."
      >
        <TextField<Typed> name="npn" label="NPN of the agency" optional inputMode="numeric" maxLength={35} />
      </FormSection>
      <FormSection
        title="Postal address"
        note="Shown at the bottom of every email to customers, leads and other contacts, as CAN-SPAM requires. Required before emails can be sent."
      >
        <FieldRow>
          <TextField<Typed> name="street" label="Street or PO box" maxLength={100} autoComplete="address-line1" />
          <TextField<Typed> name="unit" label="Suite or floor" optional maxLength={100} autoComplete="address-line2" />
        </FieldRow>
        <FieldRow>
          <Place />
        </FieldRow>
      </FormSection>
    </PageForm>
  )
}

const places = stateAndCity<Typed>('state', 'city')

/** ZIP code, which fills in city and state. */
function Place() {
  const states = useStateChoices()
  const cities = useZipPlaces<Typed>('zipCode', places)
  return (
    <>
      <ZipField<Typed> name="zipCode" label="ZIP code" />
      <CityField<Typed> name="city" label="City" maxLength={60} autoComplete="address-level2" cities={cities} />
      <SelectField<Typed> name="state" label="State" source={{ choices: states }} />
    </>
  )
}
