import { newFailure } from '@coverdesk/domain/fail.ts'
import type { EditConflict } from '@coverdesk/domain/history/history-contract.ts'
import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { find, press, testScreen, type } from '../basics/test-screen.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { useEditConflict } from './edit-conflict.tsx'
import { FormModal } from './form-modal.tsx'

const Person = z.object({ firstName: z.string(), lastName: z.string() })
type Person = z.infer<typeof Person>

/** What the other user saved, and the save attempts that reached the server. */
let stored: Person & { version: number }
let details: EditConflict | undefined
let screen: ReturnType<typeof testScreen>

function EditPerson() {
  const [loaded, setLoaded] = useState({ firstName: 'Ana', lastName: 'Vega', version: 1 })
  const { version: _held, ...values } = loaded
  const reload = async () => {
    setLoaded(stored)
    const { version: _version, ...fresh } = stored
    return fresh
  }
  const conflict = useEditConflict<Person>({
    what: 'customer',
    onReload: reload,
    merge: { reload, fields: { firstName: 'First name', lastName: 'Last name' } },
  })
  return (
    <FormModal
      opened
      onClose={() => {}}
      title="Edit"
      schema={Person}
      values={values}
      submit="Update"
      formKey={conflict.round}
      notice={conflict.shown}
      onSubmit={async (person) => {
        if (loaded.version === stored.version) {
          stored = { ...person, version: stored.version + 1 }
          return
        }
        const failure = newFailure('record.changed', { details })
        await conflict.notice(failure)
        throw failure
      }}
    >
      <TextField<Person> name="firstName" label="First name" />
      <TextField<Person> name="lastName" label="Last name" />
    </FormModal>
  )
}

beforeEach(async () => {
  screen = testScreen()
  stored = { firstName: 'Ana', lastName: 'Vega Ruiz', version: 2 }
  details = {
    version: 2,
    since: [
      {
        version: 2,
        action: 'Changed',
        at: '2026-11-21T20:07:00.000Z',
        by: 'Maria Sol',
        changes: [{ field: 'Last name', old: 'Vega', new: 'Vega Ruiz' }],
      },
    ],
  }
  // The dialog's code is loaded on first use.
  await import('../overlay/overlays.tsx')
  await screen.show(<EditPerson />)
})
afterEach(() => screen.close())

const input = (name: string) => find(HTMLInputElement, `input[name="${name}"]`)
const submit = async () => {
  await press(find(HTMLButtonElement, 'button[type="submit"]'))
  await act(async () => new Promise((done) => setTimeout(done, 5)))
}

describe('a form whose record another user saved', () => {
  it('P-74 shows who changed what, keeps the input, and the next save succeeds', async () => {
    await type(input('firstName'), 'Anna')
    await submit()
    expect(document.body.textContent).toContain(
      'Maria Sol changed this customer on 11/21/2026 3:07 PM: Last name Vega → Vega Ruiz.',
    )
    expect(input('firstName').value).toBe('Anna')
    expect(input('lastName').value).toBe('Vega Ruiz')
    await submit()
    expect(stored).toEqual({ firstName: 'Anna', lastName: 'Vega Ruiz', version: 3 })
  })

  it('P-74 shows both versions of a field that both changed, and either can be chosen', async () => {
    await type(input('lastName'), 'Vega R.')
    await submit()
    expect(input('lastName').value).toBe('Vega R.')
    const [theirs, mine] = document.querySelectorAll<HTMLInputElement>('fieldset input[type="radio"]')
    expect(theirs?.closest('label')?.textContent).toBe('Take theirsVega Ruiz')
    expect(mine?.closest('label')?.textContent).toBe('Keep mineVega R.')
    if (theirs) await press(theirs)
    expect(input('lastName').value).toBe('Vega Ruiz')
    if (mine) await press(mine)
    expect(input('lastName').value).toBe('Vega R.')
    await submit()
    expect(stored).toEqual({ firstName: 'Ana', lastName: 'Vega R.', version: 3 })
  })

  it('P-74 without details restarts the form with the newer record', async () => {
    details = undefined
    await type(input('firstName'), 'Anna')
    await submit()
    expect(document.body.textContent).toContain('Someone else changed this customer since you opened it.')
    await press(find(HTMLButtonElement, 'button', 'Reload'))
    expect(input('firstName').value).toBe('Ana')
    expect(input('lastName').value).toBe('Vega Ruiz')
  })
})
