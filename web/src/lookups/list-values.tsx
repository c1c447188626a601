import { type ListValue, ListValueName, lists, type ValueList } from '@coverdesk/domain/lookups/list-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { maintainedLists } from '@coverdesk/domain/lookups/maintained-lists.ts'
import { Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import css from './lists.module.css'

const refreshes = [lists.all, lookups.generic, lookups.statuses]
const Renaming = z.object({ name: ListValueName })
type Renaming = z.infer<typeof Renaming>

/** Values of one list with their actions. */
export function ListValues({ list, values }: ValueList) {
  const { title, about, grows, merges, uses } = maintainedLists[list]
  const size = usePhone() ? 'xl' : 'md'
  const add = useSend(lists.add, { refreshes })
  const edit = useSend(lists.edit, { refreshes })
  const order = useSend(lists.order, { refreshes })
  const merge = useSend(lists.merge, { refreshes })
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [renaming, setRenaming] = useState<ListValue>()
  const [merging, setMerging] = useState<ListValue>()
  const [into, setInto] = useState('')
  const target = values.find(({ id }) => String(id) === into)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = ListValueName.safeParse(typed)
    if (!checked.success) return setWrong(checked.error.issues[0]?.message)
    try {
      await add.mutateAsync({ list, name: checked.data })
      // The next value may have been typed by now.
      setTyped((now) => (now === typed ? '' : now))
      setWrong(undefined)
      toasts.success(`${checked.data} added`)
    } catch (failure) {
      setWrong(failureMessage(failure))
    }
  }
  const move = (index: number, by: 1 | -1) => {
    const ids = values.map(({ id }) => id)
    const [id] = ids.splice(index, 1)
    if (id === undefined) return
    ids.splice(index + by, 0, id)
    order.mutateAsync({ list, ids }).catch((failure) => toasts.failure("Couldn't move the value", failure))
  }
  const setActive = ({ id, version, name }: ListValue, active: boolean) =>
    edit
      .mutateAsync({ list, id, version, name, active })
      .then(() => toasts.success(active ? `${name} is available again` : `${name} is no longer available`))
      .catch((failure) => toasts.failure("Couldn't save the change", failure))
  const counted = ({ uses: count }: ListValue) =>
    uses ? `${count.toLocaleString('en-US')} ${count === 1 ? uses[0] : uses[1]}` : null
  return (
    <section className={css.values} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <p className={css.about}>{about}</p>
      {values.length === 0 ? <p className={css.empty}>No {title.toLowerCase()} yet. Add the first one below.</p> : null}
      <ul className={css.rows} aria-label={`Values of ${title}`}>
        {values.map((value, index) => (
          <li key={value.id} className={css.row} data-off={!value.active || undefined}>
            <span className={css.value}>{value.name}</span>
            <span className={css.uses}>{counted(value)}</span>
            <span className={css.state}>
              {value.active ? null : <StatusPill tone="grey">Not used</StatusPill>}
              {value.fixed && grows ? <span className={css.fixed}>Fixed</span> : null}
            </span>
            {grows ? (
              <span className={css.actions}>
                {value.fixed ? null : (
                  <>
                    <Button
                      size="xs"
                      variant="subtle"
                      onClick={() => setRenaming(value)}
                      aria-label={`Rename ${value.name}`}
                    >
                      Rename
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      onClick={() => void setActive(value, !value.active)}
                      aria-label={`${value.active ? 'Stop using' : 'Use'} ${value.name}`}
                    >
                      {value.active ? 'Stop using' : 'Use again'}
                    </Button>
                    {merges && values.length > 1 ? (
                      <Button
                        size="xs"
                        variant="subtle"
                        onClick={() => setMerging(value)}
                        aria-label={`Merge ${value.name}`}
                      >
                        Merge
                      </Button>
                    ) : null}
                  </>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  px={6}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                  aria-label={`Move ${value.name} up`}
                >
                  <IconArrowUp size={14} aria-hidden />
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  px={6}
                  disabled={index === values.length - 1}
                  onClick={() => move(index, 1)}
                  aria-label={`Move ${value.name} down`}
                >
                  <IconArrowDown size={14} aria-hidden />
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {grows ? (
        <form className={css.add} noValidate onSubmit={(event) => void submit(event)}>
          <TextInput
            label={`Add to ${title.toLowerCase()}`}
            size={size}
            value={typed}
            maxLength={100}
            autoComplete="off"
            error={wrong}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setWrong(undefined)
            }}
          />
          <Button size={size} type="submit" loading={add.isPending}>
            Add
          </Button>
        </form>
      ) : null}
      <FormModal<Renaming, Renaming>
        opened={renaming !== undefined}
        onClose={() => setRenaming(undefined)}
        title={`Rename ${renaming?.name ?? ''}`}
        schema={Renaming}
        values={{ name: renaming?.name ?? '' }}
        submit="Save name"
        formKey={renaming?.id}
        width={420}
        onSubmit={async ({ name }) => {
          if (!renaming) return
          const { id, version, active } = renaming
          await edit.mutateAsync({ list, id, version, name, active })
          toasts.success(`${renaming.name} is now ${name}`)
          setRenaming(undefined)
        }}
      >
        <TextField<Renaming> name="name" label="Name" maxLength={100} />
      </FormModal>
      <ConfirmDialog
        opened={merging !== undefined}
        title={`Merge ${merging?.name ?? ''}`}
        text={
          <div className={css.merge}>
            <ChoiceSelect
              label="Merge into"
              placeholder="Choose a value"
              size={size}
              source={{
                choices: values
                  .filter(({ id }) => id !== merging?.id)
                  .map(({ id, name }) => ({ value: String(id), label: name })),
              }}
              value={into}
              onChange={setInto}
            />
            {merging && target ? (
              <p>
                {counted(merging)} {merging.uses === 1 ? 'gets' : 'get'} {target.name}. {merging.name} is deleted. This
                can’t be undone.
              </p>
            ) : null}
          </div>
        }
        yes="Merge"
        no="Cancel"
        onNo={() => {
          setMerging(undefined)
          setInto('')
        }}
        onYes={async () => {
          if (!merging || !target) throw new Error('Choose what it is merged into')
          const { id, version } = target
          await merge.mutateAsync({ list, id, version, otherId: merging.id, otherVersion: merging.version })
          toasts.success(`${merging.name} is merged into ${target.name}`)
          setMerging(undefined)
          setInto('')
        }}
      />
    </section>
  )
}
