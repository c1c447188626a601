import { enrollmentWindows } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import type { Feature } from '../feature.ts'
import { changeWindow } from './change-window.ts'
import { listWindows } from './list-windows.ts'

export const enrollmentWindowFeature: Feature = {
  routes: (on) => {
    on(enrollmentWindows.list, listWindows)
    on(enrollmentWindows.change, changeWindow)
  },
}
