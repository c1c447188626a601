import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import type { Bind } from '../platform/http-call.ts'
import type { Brands } from '../shell/brands.ts'
import { listRates } from './list-rates.ts'
import { createRate, editRate } from './save-rate.ts'

export function rateRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(rates.list, listRates(brands))
  on(rates.create, createRate)
  on(rates.edit, editRate)
}
