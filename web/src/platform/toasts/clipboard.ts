import { failureMessage } from '../failures/failure-message.ts'
import { toasts } from './toasts.tsx'

/**
 * Puts a text into the clipboard and says so with `said` ('Row copied!'). Browsers give the clipboard to https and
 * localhost only; where it is not given, a toast says that instead.
 */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    if (!navigator.clipboard) throw new Error('This browser allows copying on https addresses only')
    await navigator.clipboard.writeText(text)
    toasts.success(said)
  } catch (error) {
    toasts.warning(`Not copied: ${failureMessage(error)}`)
  }
}
