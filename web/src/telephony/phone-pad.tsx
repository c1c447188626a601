import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { CallInput, callOutcomes, telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { Button } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useRef } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { PhoneField, phoneDigits } from '../ui/fields/digit-fields.tsx'
import { formResolver } from '../ui/fields/form-resolver.ts'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { placeFailure } from '../ui/form/form-errors.ts'
import { resetAfterSave } from '../ui/form/reset-after-save.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { ContactFinder, type FoundNumber } from './contact-finder.tsx'
import css from './phone-pad.module.css'
import { RecentCalls } from './recent-calls.tsx'
import { useCallBlock } from './use-call-block.ts'

type Typed = z.input<typeof CallInput>

const blank: Typed = { phone: '', outcome: '', comment: '' }
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
const outcomes = callOutcomes.map((outcome) => ({ value: outcome, label: outcome }))

/**
 * Built-in phone: finds a contact, dials through the device, and logs the call with its outcome (TEL-04, A-112). `shown` is
 * false while the phone is closed.
 */
export function PhonePad({ shown }: { shown: boolean }) {
  const form = useForm<Typed, unknown, CallInput>({ resolver: formResolver(CallInput), defaultValues: blank })
  const log = useSend(telephony.log, { refreshes: [telephony.calls] })
  const size = usePhone() ? 'xl' : 'sm'
  const found = useRef<FoundNumber>(null)
  const save = async (call: CallInput) => {
    const reset = resetAfterSave(form)
    try {
      // A number that was edited since no longer belongs to the chosen contact.
      const contactId = found.current?.phone === call.phone ? found.current.id : null
      await log.mutateAsync({ ...call, contactId })
      toasts.success(`Call to ${showPhone(call.phone)} logged`)
      reset(blank)
    } catch (failure) {
      placeFailure(form, failure)
    }
  }
  return (
    <FormProvider {...form}>
      <form className={css.pad} noValidate onSubmit={form.handleSubmit(save)}>
        <ContactFinder
          onFound={(match) => {
            found.current = match
            form.setValue('phone', showPhone(match.phone))
          }}
        />
        <PhoneField<Typed> name="phone" label="Number" />
        <Keypad />
        <CallButton />
        <SelectField<Typed> name="outcome" label="Outcome" source={{ choices: outcomes }} />
        <TextareaField<Typed> name="comment" label="Comment" optional rows={2} maxLength={2000} />
        {form.formState.errors.root ? <p role="alert">{form.formState.errors.root.message}</p> : null}
        <Button size={size} type="submit" variant="default" loading={form.formState.isSubmitting}>
          Log call
        </Button>
        <RecentCalls shown={shown} />
      </form>
    </FormProvider>
  )
}

/** Keypad; optional, since numbers can be typed. */
function Keypad() {
  const { getValues, setValue } = useFormContext<Typed>()
  const press = (digit: string) => setValue('phone', showPhone(phoneDigits(getValues('phone') + digit)))
  return (
    <fieldset className={css.keys} aria-label="Keypad">
      {keys.map((digit) => (
        <button key={digit} type="button" onClick={() => press(digit)}>
          {digit}
        </button>
      ))}
    </fieldset>
  )
}

/** Dials through the device's tel: handler. */
function CallButton() {
  const phone = useWatch<Typed, 'phone'>({ name: 'phone' }).replace(/\D/g, '')
  const size = usePhone() ? 'xl' : 'sm'
  const whyNot = useCallBlock(phone)
  const icon = <IconPhoneCall size={16} stroke={1.75} aria-hidden />
  if (phone.length === 10 && whyNot === undefined)
    return (
      <Button size={size} variant="filled" component="a" href={`tel:+1${phone}`} leftSection={icon}>
        Call
      </Button>
    )
  return (
    <>
      <Button size={size} variant="filled" disabled leftSection={icon}>
        Call
      </Button>
      {whyNot ? <NoticeLine tone="red">{whyNot}</NoticeLine> : null}
    </>
  )
}
