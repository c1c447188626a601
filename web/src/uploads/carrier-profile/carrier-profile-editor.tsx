import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { ModalCloseButton, ModalTitle } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCarrierChoices } from '../../lookups/lookup-choices.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { ChoiceSelect } from '../../ui/choices/choice-select.tsx'
import { LeaveQuestion } from '../../ui/form/leave-question.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import '../../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import css from './carrier-profile.module.css'
import { CarrierProfileForm } from './carrier-profile-form.tsx'

interface Props {
  opened: boolean
  /** Initially selected carrier. */
  carrierId?: number
  onClose(): void
}

/** Editor of carrier profiles: headings, values, dates; can be tested on a file before saving. */
export function CarrierProfileEditor({ opened, carrierId, onClose }: Props) {
  const phone = usePhone()
  const carriers = useCarrierChoices()
  const [carrier, setCarrier] = useState(carrierId === undefined ? '' : String(carrierId))
  const [dirty, setDirty] = useState(false)
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null)
  /** Runs the action at once, or after 'Really close?' if there are unsaved changes. */
  const leaving = (then: () => void) => {
    if (!dirty) return then()
    setPendingAction(() => then)
  }
  const close = () =>
    leaving(() => {
      setDirty(false)
      onClose()
    })
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        size={860}
        centered
        fullScreen={phone}
        withCloseButton={false}
        padding={0}
        classNames={{ content: css.dialog, body: css.frame }}
      >
        <div className={css.header}>
          <ModalTitle>Carrier profiles</ModalTitle>
          <ModalCloseButton />
        </div>
        <div className={css.carrier}>
          <ChoiceSelect
            label="Carrier"
            size="md"
            data-autofocus
            placeholder="Choose a carrier"
            source={{ choices: carriers }}
            value={carrier}
            onChange={(value) => leaving(() => setCarrier(value))}
          />
        </div>
        {carrier === '' ? (
          <p className={css.hint}>
            A profile maps a carrier's headings and values to our columns, so its files load without questions. Choose a
            carrier to view or edit its profile.
          </p>
        ) : (
          <LoadedProfile key={carrier} carrierId={Number(carrier)} onDirty={setDirty} onClose={close} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={opened && pendingAction !== null}
        title="Really close?"
        text="Your changes to this profile aren't saved."
        onNo={() => setTimeout(() => setPendingAction(null))}
        onYes={() => {
          setPendingAction(null)
          setDirty(false)
          pendingAction?.()
        }}
      />
      <LeaveQuestion isUnsaved={() => opened && dirty} />
    </>
  )
}

interface LoadedProps {
  carrierId: number
  onDirty(dirty: boolean): void
  onClose(): void
}

function LoadedProfile({ carrierId, onDirty, onClose }: LoadedProps) {
  const { data, error, refetch } = useQuery({ ...apiQuery(uploads.profile, { carrierId }), staleTime: 0, gcTime: 0 })
  if (data) return <CarrierProfileForm stored={data} onReload={() => refetch()} onDirty={onDirty} onClose={onClose} />
  if (error)
    return <FailedState title="Couldn't load the profile." why={failureMessage(error)} retry={() => void refetch()} />
  return (
    <div className={css.body} aria-busy>
      {[60, 80, 50, 70, 64, 76].map((width) => (
        <p key={width}>
          <SkeletonBar width={`${width}%`} height={16} />
        </p>
      ))}
    </div>
  )
}
