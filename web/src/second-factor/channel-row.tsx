import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type OwnSecondFactor, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { refreshFactors } from './refresh-factors.ts'
import css from './second-factor.module.css'

type Channel = OwnSecondFactor['channels'][number]

const names = { email: 'Codes by email', sms: 'Codes by text message' }
const lowerNames = { email: 'codes by email', sms: 'codes by text message' }

interface ChannelRowProps extends Channel {
  chosenNow: Channel['channel'][]
  asked: boolean
  /** The user's role needs a second factor, which decides when codes are sent: there is nothing to choose. */
  required: boolean
}

/** Codes by email or text message: whether the user wants to be asked for one at each login. */
export function ChannelRow(props: ChannelRowProps) {
  const { channel, chosen, chosenNow, asked, required } = props
  const recipient = channel === 'sms' ? showPhone(props.recipient) : props.recipient
  const [asking, setAsking] = useState(false)
  const choose = useSend(ownSecondFactor.chooseCodes)
  const size = usePhone() ? 'xl' : 'sm'
  const name = lowerNames[channel]
  const verb = chosen ? 'Turn off' : 'Turn on'
  return (
    <li className={css.row}>
      <span className={css.rowWords}>
        <span className={css.rowName}>
          {names[channel]}{' '}
          {asked || (chosen && !required) ? (
            <StatusPill tone="green">On</StatusPill>
          ) : (
            <StatusPill tone="grey">Off</StatusPill>
          )}
        </span>
        <span className={css.quiet}>{noteOf({ recipient, chosen, asked, required })}</span>
      </span>
      {required ? null : (
        <span className={css.rowButtons}>
          <Button
            size={size}
            variant={chosen ? 'subtle' : 'default'}
            aria-label={`${verb} ${name}`}
            onClick={() => setAsking(true)}
          >
            {verb}
          </Button>
        </span>
      )}
      <PasswordDialog
        opened={asking}
        title={`${verb} ${name}`}
        text={
          chosen
            ? 'Logins will no longer ask for these codes. Your other sessions end.'
            : `Each login will ask for a code that we send to ${recipient}. Your other sessions end.`
        }
        submit={verb}
        onClose={() => setAsking(false)}
        onPassword={async (password) => {
          const channels = chosen ? chosenNow.filter((other) => other !== channel) : [...chosenNow, channel]
          await choose.mutateAsync({ channels, password })
          refreshFactors()
          setAsking(false)
          toasts.success(`${names[channel]} are ${chosen ? 'off' : 'on'}`)
        }}
      />
    </li>
  )
}

function noteOf({
  recipient,
  chosen,
  asked,
  required,
}: Pick<ChannelRowProps, 'recipient' | 'chosen' | 'asked' | 'required'>) {
  if (required)
    return asked ? `Sent to ${recipient}, since your role needs a second factor` : 'Not used while the app is on'
  if (chosen && !asked) return `Sent to ${recipient}; not used while the app is on`
  return `Sent to ${recipient}`
}
