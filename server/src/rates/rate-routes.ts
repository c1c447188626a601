import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listRates } from './list-rates.ts'
import { findRate } from './rate-queries.ts'
import { createRate, editRate } from './save-rate.ts'

export function rateRoutes(on: Bind): void {
  on(rates.list, listRates)
  on(rates.one, ({ db }, { id }) => findRate(db, id))
  on(rates.create, createRate)
  on(rates.edit, editRate)
  on(rates.history, async ({ db }, { id }) => {
    await findRate(db, id)
    return await changesSince(db, 'rate', id)
  })
}
