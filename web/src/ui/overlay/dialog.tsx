import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useFocusBack } from './focus-back.ts'
import { useEscape } from './use-escape.ts'

const load = () => import('./overlays.tsx')
const Modal = lazy(async () => ({ default: (await load()).Modal }))
const Drawer = lazy(async () => ({ default: (await load()).Drawer }))

// Preloads the dialog code when the browser is idle, so that a dialog that opens by itself need not wait for the
// network.
addEventListener('keydown', () => loadIn(2_000), { once: true })
addEventListener('pointerdown', () => loadIn(2_000), { once: true })
loadIn(30_000)
function loadIn(milliseconds: number) {
  // Opening retries and reports the error.
  setTimeout(() => load().catch(() => undefined), milliseconds)
}

/**
 * Mantine's Modal, loaded when first opened; restores focus even if closed right away, and leaves Esc to a dialog above.
 * For questions and forms use ConfirmDialog and FormModal. Keep it mounted and pass `opened`.
 */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const back = useFocusBack(props.opened)
  useEscape(props.opened, () => closeOnEscape && props.onClose())
  if (!useUsed(props.opened)) return null
  return (
    <Suspense>
      <Modal {...props} {...back} closeOnEscape={false} />
    </Suspense>
  )
}

/** Slides in from below; must end without a transform, which would clip option lists inside. */
const fromBelow = {
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform: 'translateY(100%)' },
  transitionProperty: 'transform, opacity',
}

/** Mantine's Drawer at the bottom of a phone, with the same focus handling. */
export function Sheet(props: Omit<DrawerProps, 'position' | 'transitionProps'>) {
  const back = useFocusBack(props.opened)
  useEscape(props.opened, props.onClose)
  if (!useUsed(props.opened)) return null
  return (
    <Suspense>
      <Drawer
        {...props}
        {...back}
        closeOnEscape={false}
        position="bottom"
        transitionProps={{ transition: fromBelow, duration: 150 }}
      />
    </Suspense>
  )
}

/** Whether it was ever open. */
function useUsed(opened: boolean): boolean {
  const [used, setUsed] = useState(opened)
  if (opened && !used) setUsed(true)
  return used || opened
}
