import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { addKnownCarriers, listKnownCarriers } from './add-known-carriers.ts'
import { findCarrier } from './carrier-queries.ts'
import { listCarriers } from './list-carriers.ts'
import { mergeCarriers, previewCarrierMerge } from './merge-carriers.ts'
import { createCarrier, editCarrier, setCarrierActive } from './save-carrier.ts'

export function carrierRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(carriers.list, listCarriers(brands))
  on(carriers.known, listKnownCarriers)
  on(carriers.addKnown, addKnownCarriers)
  on(carriers.one, ({ db }, { id }) => findCarrier(db, id))
  on(carriers.create, createCarrier)
  on(carriers.edit, editCarrier)
  on(carriers.setActive, setCarrierActive)
  on(carriers.history, async ({ db }, { id }) => {
    await findCarrier(db, id)
    return await changesSince(db, 'carrier', id)
  })
  on(carriers.previewMerge, previewCarrierMerge)
  on(carriers.merge, mergeCarriers)
}
