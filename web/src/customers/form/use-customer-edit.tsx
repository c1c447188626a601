import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { type FieldLabels, useEditConflict } from '../../ui/form/edit-conflict.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { type CustomerSource, useLoadedCustomer } from './use-loaded-customer.tsx'

interface Edit<Loaded, Values> extends CustomerSource<Loaded> {
  /** What a form of the customer begins with, field by field. */
  filled(loaded: Loaded): Values
  /** How its fields read where two versions stand beside each other. */
  words: FieldLabels<Values>
}

/** What a form gives on to its modal. */
interface EditModal {
  opened: boolean
  onClose(): void
  submit: string
  instead: ReactNode
  round: string
  above: ReactNode
  onInvalid(): void
}

/** A dialog that changes a kept customer: loads it, saves it on the version it showed, and minds being overtaken (P-74). */
export function useCustomerEdit<Loaded extends { id: number; version: number }, Values extends FieldValues>(
  opening: Opening<CustomerDialog>,
  onClose: () => void,
  { filled, words, ...source }: Edit<Loaded, Values>,
): {
  loaded: Loaded | undefined
  modal: EditModal
  /** Sends what was typed as a change of the version that was loaded, tells how it went (CUST-13, CUST-14), and closes. */
  save(send: (of: { id: number; version: number }) => Promise<unknown>): Promise<void>
} {
  const { loaded, instead, reload } = useLoadedCustomer(opening, source)
  const overtaken = useEditConflict<Values>({
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
    overtaken.forget()
    onClose()
  }
  return {
    loaded,
    modal: {
      opened: opening.opened && opening.dialog === source.dialog,
      onClose: close,
      submit: 'Update customer',
      instead,
      round: `${opening.nth} ${overtaken.round}`,
      above: overtaken.shown,
      onInvalid: () => toasts.error('Validation form errors!'),
    },
    save: async (send) => {
      if (!loaded) return
      try {
        await send({ id: loaded.id, version: loaded.version })
        toasts.success('Changes saved successfully!')
        close()
      } catch (failure) {
        await overtaken.notice(failure)
        toasts.failure('Error saving changes', failure)
        throw failure
      }
    },
  }
}
