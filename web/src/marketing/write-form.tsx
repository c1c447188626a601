import { mayRunAgency } from '@coverdesk/domain/agency/agency-contract.ts'
import { noPostalAddress } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import {
  type Conversation,
  type ConversationAddress,
  MessageToWrite,
  marketing,
  maxEmailLength,
  maxTextLength,
} from '@coverdesk/domain/marketing/marketing-contract.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { newId } from '../platform/api/new-id.ts'
import { useSend } from '../platform/api/query.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ChoiceButton } from '../ui/choices/choice-button.tsx'
import { TextareaField, TextField } from '../ui/fields/text-fields.tsx'
import { placeFailure } from '../ui/form/form-errors.ts'
import { resetAfterSave } from '../ui/form/reset-after-save.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { lastWordSentence } from './last-word.ts'
import css from './marketing.module.css'
import { channelWords, showAddress, wayKey } from './message-channels.ts'
import { OptOutButton } from './opt-out-button.tsx'
import { SimulatedAnswer } from './simulated-answer.tsx'

interface WriteFormProps {
  conversation: Conversation
  demo: boolean
}

/** Form to write to the contact by one of their contact methods; an opted-out one is disabled with the reason. */
export function WriteForm({ conversation, demo }: WriteFormProps) {
  const { ways, messages } = conversation
  const [key, setKey] = useState<string>()
  const used = messages.at(-1)
  const method =
    ways.find((method) => wayKey(method) === key) ??
    ways.find((method) => used && wayKey(method) === wayKey(used)) ??
    ways.find(({ whyNot }) => whyNot === null) ??
    ways[0]
  if (!method)
    return (
      <div className={css.write}>
        <NoticeLine tone="amber">This contact has no phone number and no email address.</NoticeLine>
      </div>
    )
  return (
    <div className={css.write}>
      <div className={css.ways}>
        <ChoiceButton
          label="Write to"
          value={wayKey(method)}
          source={{
            choices: ways.map((method) => ({
              value: wayKey(method),
              label: `${channelWords[method.channel].short} ${showAddress(method)}`,
            })),
          }}
          onChange={(chosen) => chosen && setKey(chosen)}
        />
        <OptOutButton contactId={conversation.contactId} way={method} />
        {demo ? <SimulatedAnswer contactId={conversation.contactId} way={method} /> : null}
      </div>
      {method.lastWord ? <p className={css.quiet}>{lastWordSentence(method.lastWord)}</p> : null}
      {method.whyNot === null ? (
        <Fields key={wayKey(method)} contactId={conversation.contactId} way={method} />
      ) : (
        <NoticeLine tone="amber" action={method.whyNot === noPostalAddress ? <ToSettings /> : null}>
          {method.whyNot}
        </NoticeLine>
      )}
    </div>
  )
}

function ToSettings() {
  return useHasAccess(mayRunAgency) ? <Link to={paths.agency}>Agency settings</Link> : null
}

type Typed = z.input<typeof MessageToWrite>

function Fields({ contactId, way: method }: { contactId: number; way: ConversationAddress }) {
  const { channel, address, sentLater } = method
  const blank = (): Typed => ({ contactId, channel, address, subject: '', body: '', submissionId: newId() })
  const form = useForm<Typed, unknown, MessageToWrite>({
    resolver: zodResolver(MessageToWrite),
    defaultValues: blank(),
  })
  const write = useSend(marketing.write, { refreshes: [marketing.one, marketing.conversations] })
  const send = async (message: MessageToWrite) => {
    const reset = resetAfterSave(form)
    try {
      await write.mutateAsync(message)
      reset(blank())
    } catch (failure) {
      placeFailure(form, failure)
    }
  }
  const size = usePhone() ? 'xl' : 'sm'
  const { errors, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      <form className={css.fields} noValidate onSubmit={form.handleSubmit(send)}>
        {channel === 'email' ? <TextField<Typed> name="subject" label="Subject" maxLength={200} /> : null}
        <TextareaField<Typed>
          name="body"
          label="Message"
          rows={channel === 'email' ? 5 : 2}
          maxLength={channel === 'email' ? maxEmailLength : maxTextLength}
          help={
            channel === 'email' ? 'The agency’s postal address and an unsubscribe link are added below.' : undefined
          }
        />
        {sentLater ? <NoticeLine tone="blue">{sentLater}</NoticeLine> : null}
        {errors.root ? <p role="alert">{errors.root.message}</p> : null}
        <Button size={size} type="submit" variant="filled" loading={isSubmitting}>
          {channelWords[channel].send}
        </Button>
      </form>
    </FormProvider>
  )
}
