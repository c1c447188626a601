import './overlay-styles.ts'

/** Mantine's overlays as dialog.tsx renders them. */
export { Drawer, Modal } from '@mantine/core'
