import { runParts } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { useInAddress } from '../platform/address/address.ts'
import { paths, withQuery } from '../platform/address/paths.ts'

const RunDialog = z.object({ part: z.enum(runParts).optional(), carrier: Id.optional(), agent: Id.optional() })

/** What a run's page explains: a part of its sums, the lines of a carrier in it, or an agent's amount. */
export type RunDialog = z.output<typeof RunDialog>

const closed = { part: undefined, carrier: undefined, agent: undefined } satisfies RunDialog

/** The open dialog is in the URL, so that rows link to it and the browser's Back returns to the one before. */
export function useRunDialog(): RunDialog & { show(dialog: RunDialog): void; hide(): void } {
  const navigate = useNavigate()
  const go = useCallback(
    (dialog: RunDialog, replace: boolean) =>
      void navigate({ to: '.', replace, search: (before: object) => ({ ...before, ...closed, ...dialog }) }),
    [navigate],
  )
  const show = useCallback((dialog: RunDialog) => go(dialog, false), [go])
  const hide = useCallback(() => go(closed, true), [go])
  return { ...useInAddress(RunDialog), show, hide }
}

/** Address of a run's page with a dialog. */
export const runDialogAddress = (runId: number, { part, carrier, agent }: RunDialog) =>
  withQuery(paths.payRun(runId), { part: part ?? null, carrier: carrier ?? null, agent: agent ?? null })
