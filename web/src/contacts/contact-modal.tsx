import { lazy, Suspense } from 'react'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'

const ContactDetailsBody = lazy(async () => ({
  default: (await import('./contact-details-body.tsx')).ContactDetailsBody,
}))

interface ContactModalProps {
  /** Id of the contact; undefined when closed. */
  id: number | undefined
  onClose(): void
}

/** Details of a contact (CONTACT-04). Stays mounted, so that focus returns to its trigger. */
export function ContactModal({ id, onClose }: ContactModalProps) {
  const phone = usePhone()
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Customer Details" size={820} centered fullScreen={phone}>
      {id === undefined ? null : (
        <Suspense fallback={<SkeletonBar width="40%" height={20} />}>
          <ContactDetailsBody id={id} />
        </Suspense>
      )}
    </Dialog>
  )
}
