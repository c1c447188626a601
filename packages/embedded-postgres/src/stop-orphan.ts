import { rmSync } from 'node:fs'
import { clearOrphans } from './clear-orphans.ts'
import { FolderTaken, ownFolder } from './folder-lock.ts'
import type { Product } from './product.ts'
import { resolveLocation } from './resolve-location.ts'

/** Stops the database that a killed run left on a data folder. False when another instance uses the folder. */
export async function stopOrphan(product: Product, dataDir: string, say: (line: string) => void): Promise<boolean> {
  const place = resolveLocation(product, dataDir, say)
  try {
    const lock = ownFolder(place.lock, product)
    try {
      await clearOrphans(place, say)
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof FolderTaken) return false
    throw error
  }
  rmSync(place.run, { recursive: true, force: true })
  return true
}
