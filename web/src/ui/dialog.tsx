import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './focus-back.ts'

/**
 * Mantine's Modal, whose focus goes back however quickly it is closed; for questions and forms see ConfirmDialog and
 * FormModal. Keep it mounted and pass `opened`.
 */
export function Dialog(props: ModalProps) {
  return <Modal {...props} {...useFocusBack(props.opened)} />
}

/** Mantine's Drawer, with the same care. */
export function Sheet(props: DrawerProps) {
  return <Drawer {...props} {...useFocusBack(props.opened)} />
}
