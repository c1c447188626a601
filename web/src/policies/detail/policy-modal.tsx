import { lazy, Suspense } from 'react'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import css from './policy-detail.module.css'

const PolicyModalContent = lazy(async () => ({
  default: (await import('./policy-modal-content.tsx')).PolicyModalContent,
}))

interface PolicyModalProps {
  /** The policy to show; without it the modal is closed. */
  id: number | undefined
  /** Goes on to another policy of the list. */
  onShow(id: number): void
  onClose(): void
}

/** The detail of a policy over the list (POLICY-07). The modal is there from the start, so that focus finds its way back. */
export function PolicyModal({ id, onShow, onClose }: PolicyModalProps) {
  const phone = usePhone()
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      withCloseButton={false}
      size={1180}
      padding={0}
      centered
      fullScreen={phone}
      classNames={{ content: css.modal, body: css.modalBody }}
    >
      {id === undefined ? null : (
        <Suspense fallback={<SkeletonBar width="40%" height={20} />}>
          <PolicyModalContent id={id} onShow={onShow} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  )
}
