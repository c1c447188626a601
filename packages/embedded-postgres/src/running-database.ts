import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'
import { resolveLocation } from './resolve-location.ts'

/**
 * The owner's address of the database that a running instance has open on this data folder, for commands that may work
 * beside it; null when none runs. PostgreSQL itself notes where it listens: line 4 of postmaster.pid is the port, line 5
 * the socket's folder, line 6 the address.
 */
export function runningDatabase(product: Product, dataDir: string, ownerPassword: string): string | null {
  const place = resolveLocation(product, dataDir, () => undefined)
  let lines: string[]
  try {
    lines = readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const [, , , port, folder, address] = lines
  const host = folder ? encodeURIComponent(folder) : address
  return host && port
    ? `postgresql://${product.ownerRole}:${encodeURIComponent(ownerPassword)}@${host}:${port}/${product.database}`
    : null
}
