import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { addKnownCarriers, listKnownCarriers } from './add-known-carriers.ts'
import { carrierExport } from './carrier-list.ts'
import { findCarrier } from './carrier-queries.ts'
import { mergeCarriers, previewCarrierMerge } from './merge-carriers.ts'
import { createCarrier, editCarrier, setCarrierActive } from './save-carrier.ts'

export function carrierRoutes(on: Bind): void {
  on(carriers.list, (call, query) => listOrExport(call, carrierExport, query, { all: true }))
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
