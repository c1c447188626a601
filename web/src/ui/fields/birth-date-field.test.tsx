import { act } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testScreen } from '../basics/test-screen.tsx'
import { BirthDateField } from './birth-date-field.tsx'

interface Values {
  born: string
}
let screen: ReturnType<typeof testScreen>
let value: () => string

function Form() {
  const form = useForm<Values>({ defaultValues: { born: '' } })
  value = () => form.getValues('born')
  return (
    <FormProvider {...form}>
      <BirthDateField<Values> name="born" label="Date of birth" today="2026-11-28" />
    </FormProvider>
  )
}

beforeEach(async () => {
  screen = testScreen()
  await screen.show(<Form />)
  document.querySelector<HTMLSelectElement>('[aria-label="Month"]')?.focus()
})
afterEach(() => screen.close())

/** Presses keys at the focus; Tab goes on to the next part unless the field keeps it. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const at = document.activeElement
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    await act(async () => void at?.dispatchEvent(event))
    if (key !== 'Tab' || event.defaultPrevented) continue
    const parts = [...document.querySelectorAll<HTMLElement>('select')]
    if (at instanceof HTMLElement) parts[parts.indexOf(at) + 1]?.focus()
  }
}

it('OFFLINE-08 a date of birth is typed with slashes, also a month of one digit', async () => {
  await press(...'1/14/1979')
  expect(value()).toBe('1979-01-14')
})

it('OFFLINE-08 Tab after a part of the date of birth skips no part, though the digits have gone on by themselves', async () => {
  await press(...'03', 'Tab', ...'14', 'Tab', ...'1979')
  expect(value()).toBe('1979-03-14')
})

it('OFFLINE-08 Tab goes on from a part that its digits have not left', async () => {
  await press('1', 'Tab', '2', 'Tab', ...'1979')
  expect(value()).toBe('1979-01-02')
})
