import { claimOf, customClaimProblem, customClaims } from '@coverdesk/domain/users/claim-list.ts'
import { normalizeClaims } from '@coverdesk/domain/users/right-changes.ts'
import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import css from './edit-user.module.css'

/** Custom claims of a key and a value (USER-12), as removable chips. */
export function CustomClaims({ locked }: { locked: boolean }) {
  const { field } = useController<{ claims: string[] }, 'claims'>({ name: 'claims' })
  const [typed, setTyped] = useState({ key: '', value: '' })
  const [complained, setComplained] = useState(false)
  const inputs = { key: useRef<HTMLInputElement>(null), value: useRef<HTMLInputElement>(null) }
  const problem = complained ? customClaimProblem(typed.key, typed.value) : null
  const add = () => {
    const wrong = customClaimProblem(typed.key, typed.value)
    setComplained(wrong !== null)
    if (wrong) return inputs[wrong.at].current?.focus()
    field.onChange(normalizeClaims([...field.value, claimOf(typed.key, typed.value)]))
    setTyped({ key: '', value: '' })
    inputs.key.current?.focus()
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the claim instead of submitting the form.
    event.preventDefault()
    add()
  }
  const input = (name: 'key' | 'value', label: string) => (
    <TextInput
      ref={inputs[name]}
      aria-label={label}
      placeholder={name === 'key' ? 'Key' : 'Value'}
      autoComplete="off"
      maxLength={name === 'key' ? 40 : 60}
      disabled={locked}
      value={typed[name]}
      error={problem?.at === name ? problem.message : undefined}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      onKeyDown={addOnEnter}
    />
  )
  return (
    <fieldset className={css.group}>
      <legend>Custom claims</legend>
      <ul className={css.chips} aria-label="Custom claims">
        {customClaims(field.value).map((claim) => (
          <li key={claim}>
            <span>{claim}</span>
            <button
              type="button"
              aria-label={`Remove ${claim}`}
              onClick={() => {
                field.onChange(field.value.filter((name) => name !== claim))
                inputs.key.current?.focus()
              }}
            >
              <IconX size={12} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className={css.adding}>
        {input('key', 'Claim key')}
        {input('value', 'Claim value')}
        <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} disabled={locked} onClick={add}>
          Add
        </Button>
      </div>
    </fieldset>
  )
}
