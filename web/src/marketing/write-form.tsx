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
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { newId } from '../platform/api/new-id.ts'
import { useSend } from '../platform/api/query.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ChoiceButton } from '../ui/choices/choice-button.tsx'
import { formResolver } from '../ui/fields/form-resolver.ts'
import { TextareaField, TextField } from '../ui/fields/text-fields.tsx'
import { placeFailure } from '../ui/form/form-errors.ts'
import { resetAfterSave } from '../ui/form/reset-after-save.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { lastWordSentence } from './last-word.ts'
import css from './marketing.module.css'
import { channelWords, showAddress, wayKey } from './message-channels.ts'
import { OptOutButton } from './opt-out-button.tsx'
import { SimulatedAnswer } from './simulated-answer.tsx'
import { type MessageDraft, type TypedMessage, useKeptMessage, useMessageDraft } from './use-message-draft.ts'

interface WriteFormProps {
  conversation: Conversation
  demo: boolean
  channel: MessageChannel | undefined
  isStarted: boolean
}

/** Form to write to the contact by one of their contact methods; an opted-out one is disabled with the reason. */
export function WriteForm({ conversation, demo, channel, isStarted }: WriteFormProps) {
  const { contactId, name, ways, messages } = conversation
  const draft = useMessageDraft(contactId, name)
  const [key, setKey] = useState<string>()
  const used = messages.at(-1)
  const asked = ways.filter((method) => method.channel === channel)
  const method =
    ways.find((method) => wayKey(method) === key) ??
    asked.find(({ whyNot }) => whyNot === null) ??
    asked[0] ??
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
        <OptOutButton contactId={contactId} way={method} />
        {demo ? <SimulatedAnswer contactId={contactId} way={method} /> : null}
      </div>
      {method.lastWord ? <p className={css.quiet}>{lastWordSentence(method.lastWord)}</p> : null}
      {method.whyNot === null ? (
        <Fields key={wayKey(method)} contactId={contactId} way={method} draft={draft} isStarted={isStarted} />
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

interface FieldsProps {
  contactId: number
  way: ConversationAddress
  draft: MessageDraft
  isStarted: boolean
}

function Fields({ contactId, way: method, draft, isStarted }: FieldsProps) {
  const { channel, address, sentLater } = method
  const blank = (): TypedMessage => ({ contactId, channel, address, subject: '', body: '', submissionId: newId() })
  const form = useForm<TypedMessage, unknown, MessageToWrite>({
    resolver: formResolver(MessageToWrite),
    defaultValues: { ...blank(), ...draft.find() },
  })
  useKeptMessage(form, draft)
  useEffect(() => {
    if (isStarted) form.setFocus(channel === 'email' ? 'subject' : 'body')
  }, [isStarted, form, channel])
  const write = useSend(marketing.write, { refreshes: [marketing.one, marketing.conversations] })
  const send = async (message: MessageToWrite) => {
    const reset = resetAfterSave(form)
    // While it is sent another conversation may be opened: back here, the text would look unsent.
    draft.delete()
    try {
      await write.mutateAsync(message)
      reset(blank())
    } catch (failure) {
      draft.save(message)
      placeFailure(form, failure)
    }
  }
  const size = usePhone() ? 'xl' : 'sm'
  const { errors, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      <form className={css.fields} noValidate onSubmit={form.handleSubmit(send)} onKeyDown={sendOnCtrlEnter}>
        {channel === 'email' ? <TextField<TypedMessage> name="subject" label="Subject" maxLength={200} /> : null}
        <TextareaField<TypedMessage>
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

/** As in a note; Enter alone begins a line. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
