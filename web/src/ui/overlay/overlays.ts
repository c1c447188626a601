import './overlay-styles.ts'

/** Mantine's own, as dialog.tsx draws them. */
export { Drawer, Modal } from '@mantine/core'
