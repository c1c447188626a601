import { readFile } from 'node:fs/promises'
import { Brand } from '@coverdesk/domain/shell/shell-contract.ts'
import { z } from 'zod'
import { BootFailure } from '../runtime/boot-failure.ts'

/** Name and contact of the agency, which administrators set. */
export type BrandIdentity = Pick<Brand, 'name' | 'phone' | 'email'>

/** Brands by the first label of the host; `default` serves every other host. */
export interface Brands {
  /** Brand of a host name such as `alpha.example.com:8080`. */
  of(host: string): Brand
  /** Brand of PUBLIC_URL, used in messages and consents. Never taken from a request's Host header (P-11). */
  readonly own: Brand
  /** Lays the agency's own name and contact over the default brand; null removes them. */
  setIdentity(identity: BrandIdentity | null): void
}

const base: Brand = {
  key: 'default',
  name: 'Coverdesk',
  tagline: 'Agent and office portal',
  footer: 'Coverdesk, the back office of your agency',
  phone: '+18005550100',
  email: 'office@coverdesk.example',
  hideContactLinks: false,
  hidePrivacyLink: false,
  carrierLinks: false,
  colors: { light: '#4F4DCB', lightHover: '#4240B3', dark: '#5E5CDB', darkHover: '#6866E0' },
}
/** The two alternative variants hide the contact and privacy links; `agents` shows carrier logos. */
const shipped: Brand[] = [
  base,
  {
    ...base,
    key: 'alpha',
    name: 'Alpha Health',
    footer: 'Alpha Health agency services',
    hideContactLinks: true,
    hidePrivacyLink: true,
  },
  {
    ...base,
    key: 'beta',
    name: 'Beta Coverage',
    footer: 'Beta Coverage agency services',
    hideContactLinks: true,
    hidePrivacyLink: true,
  },
  { ...base, key: 'agents', name: 'Coverdesk Agents', footer: 'Coverdesk for agents', carrierLinks: true },
]

const BrandsFile = z.array(Brand.partial().required({ key: true }).strict())

/** Brands by key: the shipped ones, with those of the agency's own file over them. Fails at start with what is wrong in the file. */
export async function readBrandsFile(file: string | undefined): Promise<ReadonlyMap<string, Brand>> {
  const brands = new Map(shipped.map((brand) => [brand.key, brand]))
  if (!file) return brands
  try {
    for (const own of BrandsFile.parse(JSON.parse(await readFile(file, 'utf8'))))
      brands.set(own.key.toLowerCase(), { ...base, ...brands.get(own.key.toLowerCase()), ...own })
    return brands
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error)
    throw new BootFailure(`BRANDS_FILE ${file} cannot be used: ${reason}`)
  }
}

/**
 * The installation's brands. A real agency shows no phone and email until it has set its own or its file has them: those of
 * the shipped brands are examples.
 */
export function openBrands(
  brands: ReadonlyMap<string, Brand>,
  { publicUrl, demo }: { publicUrl: string; demo: boolean },
): Brands {
  let identity: BrandIdentity | null = null
  const of = (host: string): Brand => {
    const label = host.toLowerCase().split(':')[0]?.split('.')[0] ?? ''
    const brand = brands.get(label) ?? brands.get(base.key) ?? base
    if (identity && brand.key === base.key)
      return { ...brand, ...identity, footer: identity.name === brand.name ? brand.footer : identity.name }
    return demo ? brand : withoutExamples(brand)
  }
  return {
    of,
    get own() {
      return of(new URL(publicUrl).host)
    },
    setIdentity(set) {
      identity = set
    },
  }
}

function withoutExamples(brand: Brand): Brand {
  return {
    ...brand,
    phone: brand.phone === base.phone ? '' : brand.phone,
    email: brand.email === base.email ? '' : brand.email,
  }
}
