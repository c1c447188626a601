import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { MarketplaceInput, type MarketplaceRow } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { z } from 'zod'

/** Form schema of Update. */
export const UpdateForm = MarketplaceInput.omit({ appId: true, version: true })
export type Typed = z.input<typeof UpdateForm>
export type Sent = z.output<typeof UpdateForm>

export function valuesOf(row: MarketplaceRow): Typed {
  return {
    userFirstName: row.userFirstName,
    userLastName: row.userLastName,
    userPhone: showPhone(row.userPhone),
    userEmail: row.userEmail ?? '',
    userAddress: row.userAddress ?? '',
    userAddressCity: row.userAddressCity ?? '',
    userAddressCounty: row.userAddressCounty ?? '',
    userAddressStateCode: row.userAddressStateCode ?? '',
    userAddressZipCode: row.userAddressZipCode ?? '',
    planName: row.planName ?? '',
    carrierId: row.carrierId ?? '',
    agentId: row.agentId ?? '',
    agentSaleId: row.agentSaleId ?? '',
  }
}

/** Converts form values to the call's input; '' for missing values. */
export function plain(typed: Sent): Typed {
  return {
    ...typed,
    userPhone: typed.userPhone ?? '',
    userEmail: typed.userEmail ?? '',
    userAddress: typed.userAddress ?? '',
    userAddressCity: typed.userAddressCity ?? '',
    userAddressCounty: typed.userAddressCounty ?? '',
    userAddressStateCode: typed.userAddressStateCode ?? '',
    userAddressZipCode: typed.userAddressZipCode ?? '',
    planName: typed.planName ?? '',
    carrierId: typed.carrierId ?? '',
    agentId: typed.agentId ?? '',
    agentSaleId: typed.agentSaleId ?? '',
  }
}
