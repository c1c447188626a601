import type { Brand as ShellBrand } from '@coverdesk/domain/shell/shell-contract.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Config } from '../platform/config/config.ts'

/** The agency that requests consent, with the contact data for revoking it. */
export type Brand = Pick<ShellBrand, 'name' | 'phone' | 'email'>

/** Brand of the agency that requests consent: that of PUBLIC_URL, regardless of the request's host (P-11). */
export function agencyBrand(brands: Brands, { publicUrl }: Pick<Config, 'publicUrl'>): Brand {
  return brandOf(brands, new URL(publicUrl).host)
}
