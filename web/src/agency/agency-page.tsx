import { type AgencySettings, agency } from '@coverdesk/domain/agency/agency-contract.ts'
import { PostalAddress } from '@coverdesk/domain/agency/postal-address.ts'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CityField } from '../lookups/city-field.tsx'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../lookups/use-zip-places.ts'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { TermsForm } from '../terms/terms-form.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { CheckboxField, SelectField } from '../ui/fields/choice-fields.tsx'
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
          <FormSection title="Postal address">
            {[80, 64, 72].map((width) => (
              <SkeletonBar key={width} width={`${width}%`} height={16} />
            ))}
          </FormSection>
        </div>
      )}
    </>
  )
}

type Typed = z.input<typeof PostalAddress>

const blank: Typed = { street: '', unit: '', city: '', state: '', zipCode: '' }
const words: FieldLabels<Typed> = {
  street: 'Street or PO box',
  unit: 'Suite or floor',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
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
      <AddressForm {...shared} />
      <ApprovalForm {...shared} />
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
      note="All security administrators and administrators are notified when someone grants rights beyond their own."
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

/** Postal address; saved against the version that was loaded last (P-74). */
function AddressForm({ stored, version, setVersion, onReload }: SettingsProps) {
  // Refreshes conversations too: without a postal address they can't send email.
  const save = useSend(agency.save, { refreshes: [marketing.one] })
  const editConflict = useEditConflict<Typed>({
    what: 'address',
    onReload: async () => onReload(),
    merge: {
      reload: async () => {
        const fresh = await call(agency.settings, {})
        setVersion(fresh.version)
        return fresh.postalAddress ?? blank
      },
      fields: words,
    },
  })
  const update = async (postalAddress: PostalAddress): Promise<Typed> => {
    try {
      const saved = await save.mutateAsync({ version, postalAddress })
      setVersion(saved.version)
      editConflict.forget()
      toasts.success('Changes saved')
      return saved.postalAddress ?? blank
    } catch (error) {
      toasts.failure('Error saving changes', await editConflict.notice(error))
      throw error
    }
  }
  return (
    <PageForm
      label="Agency"
      schema={PostalAddress}
      values={stored.postalAddress ?? blank}
      submit="Save"
      draftKey="agency"
      onSubmit={update}
      notice={editConflict.shown}
    >
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
      <TextField<Typed> name="zipCode" label="ZIP code" maxLength={10} autoComplete="postal-code" />
      <CityField<Typed> name="city" label="City" maxLength={60} autoComplete="address-level2" cities={cities} />
      <SelectField<Typed> name="state" label="State" source={{ choices: states }} />
    </>
  )
}
