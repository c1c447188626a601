import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useFocusBack } from './focus-back.ts'

const load = () => import('./overlays.ts')
const Modal = lazy(async () => ({ default: (await load()).Modal }))
const Drawer = lazy(async () => ({ default: (await load()).Drawer }))

// The code of dialogs comes in a quiet moment, so that one that opens by itself does not wait for the net.
addEventListener('keydown', () => loadIn(2_000), { once: true })
addEventListener('pointerdown', () => loadIn(2_000), { once: true })
loadIn(30_000)
function loadIn(milliseconds: number) {
  // Opening asks again, and tells if it fails.
  setTimeout(() => load().catch(() => undefined), milliseconds)
}

/**
 * Mantine's Modal, fetched when it is first opened, whose focus goes back however quickly it is closed; for questions and
 * forms see ConfirmDialog and FormModal. Keep it mounted and pass `opened`.
 */
export function Dialog(props: ModalProps) {
  const back = useFocusBack(props.opened)
  if (!useUsed(props.opened)) return null
  return (
    <Suspense>
      <Modal {...props} {...back} />
    </Suspense>
  )
}

/** From below; it ends without a transform, in which lists that open inside would be cut off. */
const fromBelow = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'translateY(100%)' },
  transitionProperty: 'transform, opacity',
}

/** Mantine's Drawer at the bottom of a phone, with the same care. */
export function Sheet(props: Omit<DrawerProps, 'position' | 'transitionProps'>) {
  const back = useFocusBack(props.opened)
  if (!useUsed(props.opened)) return null
  return (
    <Suspense>
      <Drawer {...props} {...back} position="bottom" transitionProps={{ transition: fromBelow, duration: 150 }} />
    </Suspense>
  )
}

/** Whether it has been open yet. */
function useUsed(opened: boolean): boolean {
  const [used, setUsed] = useState(opened)
  if (opened && !used) setUsed(true)
  return used || opened
}
