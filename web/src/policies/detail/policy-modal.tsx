import { lazy, Suspense } from 'react'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import css from './policy-modal.module.css'

const PolicyModalContent = lazy(async () => ({
  default: (await import('./policy-modal-content.tsx')).PolicyModalContent,
}))

interface PolicyModalProps {
  /** Id of the policy; undefined when closed. */
  id: number | undefined
  /** Moves to another policy of the list. */
  onShow(id: number): void
  onClose(): void
}

/** Details of a policy over the list (POLICY-07). Stays mounted, so that focus returns to its trigger. */
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
      classNames={{ content: css.content, body: css.body }}
    >
      {id === undefined ? null : (
        <Suspense fallback={<SkeletonBar width="40%" height={20} />}>
          <PolicyModalContent id={id} onShow={onShow} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  )
}
