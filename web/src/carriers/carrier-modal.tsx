import { type CarrierRow, carriers, NewCarrier } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useState } from 'react'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TagsField } from '../ui/fields/tags-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import { type CarrierForm, callOfCarrier, emptyCarrier, formOfCarrier } from './carrier-form.ts'
import { TermFields } from './term-fields.tsx'

interface Props {
  opened: boolean
  /** The carrier to edit; undefined creates one. */
  carrier: CarrierRow | undefined
  onCreated(id: number): void
  onClose(): void
}

const listed = { show: (texts: string[]) => texts.join(', ') }
const words: FieldLabels<CarrierForm> = {
  name: 'Name',
  code: 'Code',
  phone: 'Phone',
  portalUrl: 'Broker portal',
  disputeDays: 'Dispute window',
  arrears: 'Arrears',
  newPeriod: 'New business',
  tolerance: 'Tolerance',
  termDateMeans: 'Term date in files',
  graceDays: 'Grace',
  laterTerms: { label: 'Terms from a month on', show: (terms) => terms?.map(({ from }) => from).join(', ') ?? '' },
  aliases: { label: 'Names in files', ...listed },
  issuerIds: { label: 'HIOS issuer ids', ...listed },
}

const refreshes = [carriers.list, carriers.known, lookups.carriers]

export function CarrierModal({ opened, carrier, onCreated, onClose }: Props) {
  const create = useSend(carriers.create, { refreshes })
  const edit = useSend(carriers.edit, { refreshes })
  /** The current carrier, if another user changed it. */
  const [fresh, setFresh] = useState<CarrierRow>()
  const current = fresh && carrier && fresh.id === carrier.id && fresh.version > carrier.version ? fresh : carrier
  const reload = async () => {
    if (!carrier) return undefined
    const found = await call(carriers.one, { id: carrier.id })
    setFresh(found)
    return formOfCarrier(found)
  }
  const editConflict = useEditConflict<CarrierForm>({
    what: 'carrier',
    onReload: reload,
    merge: { reload, fields: words },
  })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  return (
    <FormModal<CarrierForm, NewCarrier>
      opened={opened}
      onClose={close}
      title={carrier ? `Edit ${carrier.name}` : 'Add carrier'}
      schema={NewCarrier}
      values={carrier ? formOfCarrier(carrier) : emptyCarrier}
      submit={carrier ? 'Save carrier' : 'Add carrier'}
      draftKey={carrier ? `carrier:${carrier.id}` : 'carrier:new'}
      formKey={`${carrier?.id} ${editConflict.round}`}
      notice={editConflict.shown}
      width={600}
      onSubmit={async (values) => {
        const typed = callOfCarrier(values)
        try {
          if (current) await edit.mutateAsync({ ...typed, id: current.id, version: current.version })
          else onCreated((await create.mutateAsync(typed)).id)
          toasts.success(carrier ? `${values.name} saved` : `${values.name} added`)
          close()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      <FieldPair>
        <TextField<CarrierForm> name="name" label="Name" maxLength={150} />
        <TextField<CarrierForm> name="code" label="Code" optional maxLength={20} />
      </FieldPair>
      <TagsField<CarrierForm>
        name="aliases"
        label="Names in files"
        optional
        placeholder="Type a name, press Enter"
        help="A file that says one of these, the name or the code is loaded as this carrier. Case, periods and spaces don’t matter."
      />
      <TagsField<CarrierForm>
        name="issuerIds"
        label="HIOS issuer ids"
        optional
        placeholder="16842 FL"
        help="Five digits and the state. Plan ids that start with one belong to this carrier."
      />
      <FieldPair>
        <PhoneField<CarrierForm> name="phone" label="Broker phone" optional />
        <TextField<CarrierForm> name="portalUrl" label="Broker portal" optional maxLength={300} />
      </FieldPair>
      <TermFields />
    </FormModal>
  )
}
