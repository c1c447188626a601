import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { z } from 'zod'
import type { SimulatedUser } from './simulated-user.ts'

const Made = z.object({ id: z.number() })

/** Starts a pay run, or calculates or deletes the one draft that may exist. */
export async function runPay(user: SimulatedUser): Promise<void> {
  const read = await user.ask(payRuns.list, {})
  if (read.outcome !== 'acknowledged') return
  const draft = payRuns.list.output.parse(read.body).data.find(({ status }) => status === 'Draft')
  if (!draft) return await startRun(user)
  if (user.random(3) > 0) await user.ask(payRuns.calculate, { id: draft.id })
  else
    await user.write(payRuns.remove, { id: draft.id }, { key: user.marker() }, () => ({
      kind: 'remove run',
      run: draft.id,
    }))
}

async function startRun(user: SimulatedUser): Promise<void> {
  const month = `0${1 + user.random(3)}/2026`
  await user.write(payRuns.start, { month }, { key: user.marker() }, ({ body }) => ({
    kind: 'start run',
    run: Made.safeParse(body).data?.id ?? null,
  }))
}
