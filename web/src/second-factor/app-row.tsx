import { type OwnSecondFactor, ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import '../ui/overlay/overlay-styles.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AppDialog } from './app-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodesStep } from './recovery-codes.tsx'
import { refreshFactors } from './refresh-factors.ts'
import css from './second-factor.module.css'

type Asked = 'set up' | 'new codes' | 'turn off'

/** Authenticator app: status and actions. */
export function AppRow({
  status: { authenticatorSince: since, recoveryCodesLeft, appKept },
}: {
  status: OwnSecondFactor
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const size = usePhone() ? 'xl' : 'sm'
  const on = since !== null
  return (
    <li className={css.row}>
      <span className={css.rowWords}>
        <span className={css.rowName}>
          Authenticator app {on ? <StatusPill tone="green">On</StatusPill> : <StatusPill tone="grey">Off</StatusPill>}
        </span>
        <span className={css.quiet}>
          {on
            ? `Since ${showInstant(since)}; ${leftText(recoveryCodesLeft)}${appKept ? '. Your role needs it.' : ''}`
            : 'A code from an app on your phone. The most secure option. Works offline.'}
        </span>
      </span>
      <span className={css.rowButtons}>
        {on ? (
          <>
            <Button size={size} variant="subtle" onClick={() => setAsked('new codes')}>
              New recovery codes
            </Button>
            <Button size={size} variant="subtle" onClick={() => setAsked('set up')}>
              Move to another phone
            </Button>
            {appKept ? null : (
              <Button size={size} variant="subtle" onClick={() => setAsked('turn off')}>
                Turn off
              </Button>
            )}
          </>
        ) : (
          <Button size={size} aria-label="Turn on the authenticator app" onClick={() => setAsked('set up')}>
            Turn on
          </Button>
        )}
      </span>
      <AppDialog opened={asked === 'set up'} onClose={() => setAsked(null)} onOn={refreshFactors} />
      <NewCodesDialog opened={asked === 'new codes'} onClose={() => setAsked(null)} />
      <TurnOffDialog opened={asked === 'turn off'} onClose={() => setAsked(null)} />
    </li>
  )
}

function leftText(left: number): string {
  if (left === 0) return 'no recovery codes left'
  return left === 1 ? '1 recovery code left' : `${left} recovery codes left`
}

function TurnOffDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const turnOff = useSend(ownSecondFactor.turnOffApp)
  return (
    <PasswordDialog
      opened={opened}
      title="Turn off the authenticator app"
      text="Logins will no longer ask for it, its recovery codes will stop working, and your other sessions will end."
      submit="Turn off"
      onClose={onClose}
      onPassword={async (password) => {
        await turnOff.mutateAsync({ password })
        refreshFactors()
        onClose()
        toasts.success('The authenticator app is off')
      }}
    />
  )
}

function NewCodesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const make = useSend(ownSecondFactor.newRecoveryCodes)
  const phone = usePhone()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <PasswordDialog
        opened={opened}
        title="New recovery codes"
        text="Ten new codes replace the old ones. Your other sessions end."
        submit="Create new codes"
        onClose={onClose}
        onPassword={async (password) => {
          const made = await make.mutateAsync({ password })
          setCodes(made.recoveryCodes)
          refreshFactors()
          onClose()
        }}
      />
      <Dialog
        opened={codes !== null}
        onClose={() => setCodes(null)}
        title="New recovery codes"
        size={520}
        fullScreen={phone}
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <RecoveryCodesStep codes={codes ?? []} onDone={() => setCodes(null)} />
      </Dialog>
    </>
  )
}
