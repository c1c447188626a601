import { type ContactMethodFieldsInput, maxEntries } from '@coverdesk/domain/contacts/contact-fields.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldArrayWithId, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import css from '../contact-methods/contact-method-fields.module.css'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

type ListName = 'emails' | 'phones' | 'addresses'

interface ContactMethodEntriesProps<Name extends ListName> {
  name: Name
  /** Singular name: 'email'. */
  one: string
  /** Initial value of a new entry. */
  first: string
  /** Label of the save button: 'Update'. */
  saves: string
  make(): ContactMethodFieldsInput[Name][number]
  children(index: number): ReactNode
}

/** List of contact methods: entries, each removable after 'Really delete?' (PROFILE-04), and a button to add one. */
export function ContactMethodEntries<Name extends ListName>(props: ContactMethodEntriesProps<Name>) {
  const { name, one, first, saves, make, children } = props
  const { control } = useFormContext<ContactMethodFieldsInput>()
  const { fields, append, remove } = useFieldArray<ContactMethodFieldsInput, ListName>({ control, name })
  const { errors } = useFormState({ control, name })
  const [asking, setAsked] = useState<number | null>(null)
  const adds = useRef<HTMLButtonElement>(null)
  const large = usePhone()
  const complaint = errors[name]?.message ?? errors[name]?.root?.message
  const known = (entry: FieldArrayWithId<ContactMethodFieldsInput, ListName>) => entry.id
  return (
    <>
      {fields.length === 0 ? <p className={css.none}>None yet.</p> : null}
      {fields.length > 0 ? (
        <ul className={css.entries} aria-label={`${one}s`}>
          {fields.map((entry, index) => (
            <li key={known(entry)} className={css.entry}>
              <div className={css.entryFields}>{children(index)}</div>
              <ActionIcon
                className={css.remove}
                variant="subtle"
                c="var(--red-text)"
                size={large ? 44 : 36}
                aria-label={`Delete ${one} ${index + 1}`}
                onClick={() => setAsked(index)}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      {complaint ? (
        <p className={css.wrong} role="alert">
          {complaint}
        </p>
      ) : null}
      <div>
        <Button
          ref={adds}
          size={large ? 'xl' : 'sm'}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={fields.length >= maxEntries}
          onClick={() => append(make(), { focusName: `${name}.${fields.length}.${first}` })}
        >
          Add {one}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking !== null}
        danger
        title="Really delete?"
        text={`The ${one} will be deleted when you press ${saves}.`}
        onNo={() => setAsked(null)}
        onYes={() => {
          if (asking !== null) remove(asking)
          setAsked(null)
          // The button that was pressed is gone with its entry; focus moves to a neighbor.
          setTimeout(() => adds.current?.focus())
        }}
      />
    </>
  )
}
