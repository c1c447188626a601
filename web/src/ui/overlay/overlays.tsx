import './overlay-styles.ts'
import type { DrawerProps, ModalProps } from '@mantine/core'
import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core'
import { useLateFocus } from './late-focus.ts'

/** Mantine's overlays as dialog.tsx renders them. */
export function Modal(props: ModalProps) {
  useLateFocus(props.opened)
  return <MantineModal {...props} />
}

export function Drawer(props: DrawerProps) {
  useLateFocus(props.opened)
  return <MantineDrawer {...props} />
}
