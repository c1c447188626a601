import {
  type MarketplaceRow,
  marketplace,
  mayRunApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useMemo, useRef } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { CityField } from '../../lookups/city-field.tsx'
import { useCarrierChoices, useStateChoices, useVisibleAgents } from '../../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../../lookups/use-zip-places.ts'
import { apiQuery, queryClient, useSend } from '../../platform/api/query.ts'
import { wasShown } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import type { Choice } from '../../ui/choices/choice.ts'
import { SelectField } from '../../ui/fields/choice-fields.tsx'
import { PhoneField, ZipField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../../ui/form/form-modal.tsx'
import { AgentWarnings } from '../agent-warnings.tsx'
import { applicationName } from '../application-columns.tsx'
import { plain, type Sent, type Typed, UpdateForm, valuesOf } from './update-values.ts'

type Words = FieldLabels<Typed>

const words: Omit<Words, 'carrierId' | 'agentId' | 'agentSaleId'> = {
  userFirstName: 'First name',
  userLastName: 'Last name',
  userPhone: 'Phone',
  userEmail: 'Email',
  userAddress: 'Address',
  userAddressCity: 'City',
  userAddressCounty: 'County',
  userAddressStateCode: 'State',
  userAddressZipCode: 'ZIP code',
  planName: 'Plan',
}

const nameOf = (choices: readonly Choice[]) => (id: unknown) =>
  choices.find(({ value }) => value === String(id))?.label ?? ''

/** Labels and formats of the fields. */
function useWords(agents: readonly Choice[], carriers: readonly Choice[]): Words {
  return useMemo(
    () => ({
      ...words,
      carrierId: { label: 'Carrier', show: nameOf(carriers) },
      agentId: { label: 'Agent on record', show: nameOf(agents) },
      agentSaleId: { label: 'Sales agent', show: nameOf(agents) },
    }),
    [agents, carriers],
  )
}

/** Update of one application (MKAPP-05, MKAPP-06, A-084); only users who manage applications can change its agents. */
export function UpdateDialog({ application, onClose }: { application: MarketplaceRow | null; onClose(): void }) {
  const update = useSend(marketplace.update, { refreshes: [marketplace.list, marketplace.one] })
  const [agents, carriers] = [useVisibleAgents('Application'), useCarrierChoices()]
  const fields = useWords(agents, carriers)
  const runs = useHasAccess(mayRunApplications)
  const last = useRef(application)
  if (application) last.current = application
  const shown = last.current
  /** Newer version that was loaded while the form is open; the next save is based on it. */
  const reloaded = useRef<{ id: number; version: number }>(undefined)
  const reload = async () => {
    if (!shown) return undefined
    const now = await queryClient.fetchQuery({
      ...apiQuery(marketplace.one, { appId: shown.exchangeAssignedId }),
      staleTime: 0,
    })
    reloaded.current = { id: now.id, version: now.version }
    return valuesOf(now)
  }
  const editConflict = useEditConflict<Typed>({ what: 'application', onReload: reload, merge: { reload, fields } })
  const close = () => {
    reloaded.current = undefined
    editConflict.forget()
    onClose()
  }
  const save = async (typed: Sent) => {
    if (!shown) return
    try {
      const version = reloaded.current?.id === shown.id ? reloaded.current.version : shown.version
      await update.mutateAsync({ ...plain(typed), appId: shown.exchangeAssignedId, version })
    } catch (failure) {
      const shown = await editConflict.notice(failure)
      if (!wasShown(failure)) toasts.error('Failed to update application')
      throw shown
    }
    toasts.success('Successfully updated application')
    close()
  }
  return (
    <FormModal<Typed, Sent>
      opened={application !== null}
      onClose={close}
      title={`Update ${shown ? applicationName(shown) : ''}`}
      schema={UpdateForm}
      values={shown ? valuesOf(shown) : {}}
      submit="Update"
      draftKey={shown ? `marketplace-application:${shown.id}` : undefined}
      formKey={`${shown?.id} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={save}
    >
      <FieldPair>
        <TextField<Typed> name="userFirstName" label="First name" optional maxLength={150} />
        <TextField<Typed> name="userLastName" label="Last name" optional maxLength={150} />
      </FieldPair>
      <FieldPair>
        <PhoneField<Typed> name="userPhone" label="Phone" optional />
        <TextField<Typed> name="userEmail" label="Email" optional maxLength={254} />
      </FieldPair>
      <TextField<Typed> name="userAddress" label="Address" optional maxLength={200} />
      <Place />
      <FieldPair>
        <TextField<Typed> name="planName" label="Plan" optional maxLength={200} />
        <SelectField<Typed>
          name="carrierId"
          label="Carrier"
          optional
          numeric
          source={{ choices: carriers }}
          placeholder={notOurs(shown?.carrierId, shown?.carrierName)}
        />
      </FieldPair>
      {runs ? (
        <>
          <FieldPair>
            <SelectField<Typed>
              name="agentSaleId"
              label="Sales agent"
              optional
              numeric
              source={{ choices: agents }}
              placeholder={notOurs(shown?.agentSaleId, shown?.agentSaleName)}
            />
            <SelectField<Typed>
              name="agentId"
              label="Agent on record"
              optional
              numeric
              source={{ choices: agents }}
              placeholder={notOurs(shown?.agentId, shown?.agentName)}
            />
          </FieldPair>
          <AgentWarnings />
        </>
      ) : null}
    </FormModal>
  )
}

/** The exchange's name of an agent or carrier from outside the agency; kept unless another one is chosen. */
function notOurs(id: number | null | undefined, name: string | null | undefined): string {
  return id === null && name ? `${name}, none of ours` : ''
}

const places = stateAndCity<Typed>('userAddressStateCode', 'userAddressCity')

/** ZIP code, which fills in city and state, and the county. */
function Place() {
  const states = useStateChoices()
  const cities = useZipPlaces<Typed>('userAddressZipCode', places)
  return (
    <>
      <FieldPair>
        <ZipField<Typed> name="userAddressZipCode" label="ZIP code" optional />
        <CityField<Typed> name="userAddressCity" label="City" optional maxLength={100} cities={cities} />
      </FieldPair>
      <FieldPair>
        <SelectField<Typed> name="userAddressStateCode" label="State" optional source={{ choices: states }} />
        <TextField<Typed> name="userAddressCounty" label="County" optional maxLength={100} />
      </FieldPair>
    </>
  )
}
