import type { Brand as ShellBrand } from '@coverdesk/domain/shell/shell-contract.ts'
import { brandOf } from '../platform/config/brands.ts'
import type { Services } from '../platform/http/http-call.ts'

/** The agency that requests consent, with the contact data for revoking it. */
export type Brand = Pick<ShellBrand, 'name' | 'phone' | 'email'>

/** Brand of the agency that requests consent: that of PUBLIC_URL, regardless of the request's host (P-11). */
export function agencyBrand({ brands, config }: Pick<Services, 'brands' | 'config'>): Brand {
  return brandOf(brands, new URL(config.publicUrl).host)
}
