import { newFailure } from '@coverdesk/domain/fail.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { find, press, testScreen, type } from '../basics/test-screen.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { FormModal } from './form-modal.tsx'

const NewAgent = z.object({ name: z.string().min(1, 'Name is required'), email: z.email('Not an email') })
let screen: ReturnType<typeof testScreen>
let sent: z.infer<typeof NewAgent>[]
let closed: number
let refusal: unknown

beforeEach(async () => {
  screen = testScreen()
  sent = []
  closed = 0
  refusal = undefined
  // The code of dialogs loads with the first one.
  await import('../overlay/overlays.tsx')
  await screen.show(
    <FormModal
      opened
      onClose={() => closed++}
      title="New agent"
      schema={NewAgent}
      values={{ name: '', email: 'ana@example.com' }}
      submit="Create agent"
      onSubmit={async (agent) => {
        if (refusal) throw refusal
        sent.push(agent)
      }}
    >
      <TextField name="name" label="Name" />
      <TextField name="email" label="Email" />
    </FormModal>,
  )
})
afterEach(() => screen.close())

const submit = () => press(find(HTMLButtonElement, 'button[type="submit"]'))
const settle = () => act(async () => new Promise((done) => setTimeout(done, 5)))
const close = async () => {
  await press(find(HTMLButtonElement, 'button', 'Cancel'))
  await settle()
}

describe('the form in a modal', () => {
  it("puts the schema's sentence at the field, counts the fields, focuses the first and sends nothing", async () => {
    await type(find(HTMLInputElement, 'input[name="email"]'), 'ana')
    await submit()
    const name = find(HTMLInputElement, 'input[name="name"]')
    expect(document.body.textContent).toContain('Name is required')
    expect(document.body.textContent).toContain('2 fields to correct')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(name)
    expect(sent).toEqual([])
  })

  it('sends what is right, once corrected', async () => {
    await submit()
    await type(find(HTMLInputElement, 'input[name="name"]'), 'Ana Beltrán')
    expect(document.body.textContent).not.toContain('to correct')
    await submit()
    expect(sent).toEqual([{ name: 'Ana Beltrán', email: 'ana@example.com' }])
  })

  it("puts the server's complaint at its field", async () => {
    refusal = newFailure('request.invalid', { details: [{ path: 'email', message: 'This email is taken' }] })
    await type(find(HTMLInputElement, 'input[name="name"]'), 'Ana')
    await submit()
    expect(document.body.textContent).toContain('This email is taken')
    expect(document.body.textContent).toContain('1 field to correct')
    expect(document.activeElement).toBe(find(HTMLInputElement, 'input[name="email"]'))
  })

  it('says a refusal without a field in the footer', async () => {
    refusal = newFailure('server.busy')
    await type(find(HTMLInputElement, 'input[name="name"]'), 'Ana')
    await submit()
    expect(document.body.textContent).toContain('The server is busy, please try again in a moment')
  })

  it('closes at once when nothing was typed', async () => {
    await close()
    expect(closed).toBe(1)
  })

  it("asks 'Really close?' when something was typed: No keeps it, Yes closes", async () => {
    const name = find(HTMLInputElement, 'input[name="name"]')
    await type(name, 'Ana')
    await close()
    expect(document.body.textContent).toContain('Really close?')
    expect(closed).toBe(0)
    await press(find(HTMLButtonElement, 'button', 'No'))
    await settle()
    expect(document.body.textContent).not.toContain('Really close?')
    expect(name.value).toBe('Ana')
    await close()
    await press(find(HTMLButtonElement, 'button', 'Yes'))
    expect(closed).toBe(1)
  })
})

describe('a form whose button waits until all is right', () => {
  it('shows what is missing without Enter', async () => {
    await screen.show(
      <FormModal
        opened
        onClose={() => closed++}
        title="New agent"
        schema={NewAgent}
        values={{ name: '', email: '' }}
        submit="Create agent"
        requireValid
        formKey="missing"
        onSubmit={async (agent) => sent.push(agent)}
      >
        <TextField name="name" label="Name" />
        <TextField name="email" label="Email" />
      </FormModal>,
    )
    await type(find(HTMLInputElement, 'input[name="email"]'), 'ana@example.com')
    await settle()
    expect(document.body.textContent).not.toContain('Name is required')
    await press(find(HTMLButtonElement, 'button', 'Show what is missing'))
    await settle()
    expect(document.body.textContent).toContain('Name is required')
    expect(document.activeElement).toBe(find(HTMLInputElement, 'input[name="name"]'))
    expect(document.body.textContent).toContain('1 field to correct')
  })

  it('CUST-10 CUST-11 is disabled until something was typed and nothing is wrong; Enter says what is wrong', async () => {
    let invalid = 0
    await screen.show(
      <FormModal
        opened
        onClose={() => closed++}
        title="New agent"
        schema={NewAgent}
        values={{ name: '', email: 'ana@example.com' }}
        submit="Create agent"
        requireValid
        formKey="right"
        onInvalid={() => invalid++}
        onSubmit={async (agent) => {
          if (refusal) throw refusal
          sent.push(agent)
        }}
      >
        <TextField name="name" label="Name" />
        <TextField name="email" label="Email" />
      </FormModal>,
    )
    const button = () => find(HTMLButtonElement, 'button[type="submit"]')
    const name = find(HTMLInputElement, 'input[name="name"]')
    expect(button().disabled).toBe(true)
    await act(async () => {
      name.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    await settle()
    expect(invalid).toBe(1)
    expect(document.body.textContent).toContain('Name is required')
    await type(name, 'Ana')
    await settle()
    expect(button().disabled).toBe(false)
    await type(find(HTMLInputElement, 'input[name="email"]'), 'no-email')
    await settle()
    expect(button().disabled).toBe(true)
    await type(find(HTMLInputElement, 'input[name="email"]'), 'ana@example.com')
    await settle()
    refusal = newFailure('server.busy')
    await submit()
    await settle()
    expect(document.body.textContent).toContain('The server is busy')
    expect(button().disabled).toBe(false)
    refusal = undefined
    await submit()
    expect(sent).toEqual([{ name: 'Ana', email: 'ana@example.com' }])
  })
})
