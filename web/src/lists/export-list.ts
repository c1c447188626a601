import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { wasShown } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

/** Saves the file of a list, and says what went wrong. */
export function exportList(
  { save, notExported }: { save(format: ExportFormat): Promise<unknown>; notExported?: string | undefined },
  format: ExportFormat,
): Promise<unknown> {
  return save(format).catch((failure: unknown) => {
    if (!notExported) toasts.failure("Couldn't export the file.", failure)
    else if (!wasShown(failure)) toasts.error(notExported)
  })
}
