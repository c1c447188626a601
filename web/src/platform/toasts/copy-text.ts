import { failureMessage } from '../failures/failure-message.ts'
import { toasts } from './toasts.tsx'

/**
 * Copies a text and confirms with the toast `said` ('Row copied!'). Browsers allow that on https and localhost only;
 * elsewhere a toast says that it failed.
 */
export async function copyText(text: string, confirmation: string): Promise<void> {
  try {
    if (!navigator.clipboard) throw new Error('This browser allows copying on https pages only')
    await navigator.clipboard.writeText(text)
    toasts.success(confirmation)
  } catch (error) {
    toasts.warning(`Not copied: ${failureMessage(error)}`)
  }
}
