import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { toasts } from '../platform/toasts/toasts.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

interface Row {
  id: number
  version: number
}

interface Props<Shown extends Row, Form extends FieldValues, Said> {
  noun: string
  opened: boolean
  /** The row to edit; undefined creates one. */
  row: Shown | undefined
  schema: z.ZodType<Said, Form>
  empty: Form & DefaultValues<Form>
  formOf(row: Shown): Form & DefaultValues<Form>
  labels: FieldLabels<Form>
  /** Fetches the current row, after someone else changed it. */
  reload(id: number): Promise<Shown>
  create(said: Said): Promise<{ id: number }>
  edit(said: Said, row: Shown): Promise<unknown>
  onCreated(id: number): void
  onClose(): void
  children: ReactNode
}

/** New and Edit of one kind of terms. */
export function PayTermModal<Shown extends Row, Form extends FieldValues, Said>(props: Props<Shown, Form, Said>) {
  const { noun, row, formOf, empty, onClose } = props
  const [fresh, setFresh] = useState<Shown>()
  const current = fresh && row && fresh.id === row.id && fresh.version > row.version ? fresh : row
  const reload = async () => {
    if (!row) return undefined
    const found = await props.reload(row.id)
    setFresh(found)
    return formOf(found)
  }
  const editConflict = useEditConflict<Form>({ what: noun, onReload: reload, merge: { reload, fields: props.labels } })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  const capital = noun.charAt(0).toUpperCase() + noun.slice(1)
  return (
    <FormModal<Form, Said>
      opened={props.opened}
      onClose={close}
      title={row ? `Edit ${capital}` : `New ${capital}`}
      schema={props.schema}
      values={row ? formOf(row) : empty}
      submit={row ? `Save ${noun}` : `Add ${noun}`}
      draftKey={`${noun}:${row?.id ?? 'new'}`}
      formKey={`${row?.id} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={async (said) => {
        try {
          if (current) await props.edit(said, current)
          else props.onCreated((await props.create(said)).id)
          toasts.success(`${capital} ${row ? 'saved' : 'added'}`)
          close()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      {props.children}
    </FormModal>
  )
}
