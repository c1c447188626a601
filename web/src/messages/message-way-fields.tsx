import type { MessageChannel, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import css from './message-way-fields.module.css'

/** How a message to a client is sent. */
export interface MessageWay {
  channel: MessageChannel
  language: MessageLanguage
}

interface Texts {
  channel: string
  channels: Readonly<Record<MessageChannel, string>>
  language: string
}

/** Channel and language of a message to a client. */
export function MessageWayFields({ texts }: { texts: Texts }) {
  return (
    <div className={css.way}>
      <SegmentedField<MessageWay>
        name="channel"
        label={texts.channel}
        choices={[
          { value: 'email', label: texts.channels.email },
          { value: 'sms', label: texts.channels.sms },
        ]}
      />
      <SegmentedField<MessageWay>
        name="language"
        label={texts.language}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
      />
    </div>
  )
}
