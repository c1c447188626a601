import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { AgentForm } from './agent-form.ts'
import css from './agents.module.css'

type ListName = 'licenses' | 'appointments'

interface Props<Name extends ListName> {
  name: Name
  /** Singular name of an entry: 'license'. */
  one: string
  /** Text of the empty list. */
  none: string
  /** Field that gets focus in a new entry. */
  first: string
  make(): AgentForm[Name][number]
  children(index: number): ReactNode
}

/** Editable list of licenses or appointments. Removals take effect when the form is saved. */
export function CredentialEntries<Name extends ListName>({ name, one, none, first, make, children }: Props<Name>) {
  const { control } = useFormContext<AgentForm>()
  const { fields, append, remove } = useFieldArray<AgentForm, ListName, 'key'>({ control, name, keyName: 'key' })
  const adds = useRef<HTMLButtonElement>(null)
  const large = usePhone()
  return (
    <>
      {fields.length === 0 ? <p className={css.none}>{none}</p> : null}
      {fields.length > 0 ? (
        <ul className={css.entries} aria-label={`${one}s`} data-list={name}>
          {fields.map((entry, index) => (
            <li key={entry.key} className={css.entry}>
              {children(index)}
              <ActionIcon
                className={css.remove}
                variant="subtle"
                c="var(--text-2)"
                size={large ? 44 : 36}
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => {
                  remove(index)
                  // The focused button was removed with its entry.
                  setTimeout(() => adds.current?.focus())
                }}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          ref={adds}
          size={large ? 'xl' : 'sm'}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => append(make(), { focusName: `${name}.${fields.length}.${first}` })}
        >
          Add {one}
        </Button>
      </div>
    </>
  )
}
