import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { type FieldLabels, useEditConflict } from '../../ui/form/edit-conflict.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { type CustomerSource, useLoadedCustomer } from './use-loaded-customer.tsx'

interface Edit<Loaded, Values> extends CustomerSource<Loaded> {
  /** Initial values of the form. */
  filled(loaded: Loaded): Values
  /** Labels and formats of the fields in an edit conflict. */
  words: FieldLabels<Values>
}

/** Props that a form passes to its dialog. */
interface EditModal {
  opened: boolean
  onClose(): void
  submit: string
  placeholder: ReactNode
  formKey: string
  notice: ReactNode
  onInvalid(): void
}

/** Edit dialog of a customer: loads it, saves it against the loaded version, and handles edit conflicts (P-74). */
export function useCustomerEdit<Loaded extends { id: number; version: number }, Values extends FieldValues>(
  opening: Opening<CustomerDialog>,
  onClose: () => void,
  { filled, words, ...source }: Edit<Loaded, Values>,
): {
  loaded: Loaded | undefined
  modal: EditModal
  /** Sends the change with the loaded version, shows the result (CUST-13, CUST-14), and closes the dialog. */
  save(send: (of: { id: number; version: number }) => Promise<unknown>): Promise<void>
} {
  const { loaded, instead, reload } = useLoadedCustomer(opening, source)
  const editConflict = useEditConflict<Values>({
    what: 'customer',
    onReload: reload,
    merge: {
      reload: async () => {
        const fresh = await reload()
        return fresh && filled(fresh)
      },
      fields: words,
    },
  })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  return {
    loaded,
    modal: {
      opened: opening.opened && opening.dialog === source.dialog,
      onClose: close,
      submit: 'Update customer',
      placeholder: instead,
      formKey: `${opening.nth} ${editConflict.round}`,
      notice: editConflict.shown,
      onInvalid: () => toasts.error('Validation form errors!'),
    },
    save: async (send) => {
      if (!loaded) return
      try {
        await send({ id: loaded.id, version: loaded.version })
        toasts.success('Changes saved successfully!')
        close()
      } catch (failure) {
        const shown = await editConflict.notice(failure)
        toasts.failure('Error saving changes', shown)
        throw shown
      }
    },
  }
}
