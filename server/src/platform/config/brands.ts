import { readFile } from 'node:fs/promises'
import { Brand } from '@coverdesk/domain/shell/shell-contract.ts'
import { z } from 'zod'
import { BootFailure } from '../runtime/boot-failure.ts'

/** Brands by the first label of the host; `default` serves every other host. */
export type Brands = ReadonlyMap<string, Brand>

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

/** The shipped brands, with those of the agency's own file added or laid over them. Fails at start with what is wrong in the file. */
export async function readBrands(file: string | undefined): Promise<Brands> {
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

/** The brand of a host name such as `alpha.example.com:8080`. */
export function brandOf(brands: Brands, host: string): Brand {
  const label = host.toLowerCase().split(':')[0]?.split('.')[0] ?? ''
  return brands.get(label) ?? brands.get('default') ?? base
}
