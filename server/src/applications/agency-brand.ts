import type { Brand as ShellBrand } from '@coverdesk/domain/shell/shell-contract.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Config } from '../platform/config/config.ts'

/** Who asks for consent, and how it is revoked. */
export type Brand = Pick<ShellBrand, 'name' | 'phone' | 'email'>

/** The agency in whose name consent is asked for: that of PUBLIC_URL, whatever host a call names (P-11). */
export function agencyBrand(brands: Brands, { publicUrl }: Pick<Config, 'publicUrl'>): Brand {
  return brandOf(brands, new URL(publicUrl).host)
}
