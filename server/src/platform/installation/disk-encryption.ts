import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a folder lies on an encrypted disk; `unknown` where the system does not tell. */
export type DiskEncryption = 'encrypted' | 'plain' | 'unknown'

/**
 * Encryption of the block device under `folder`, as Linux tells it: a device-mapper device of kind CRYPT (LUKS, dm-crypt)
 * itself or below it. Other systems, network and container file systems answer `unknown`. `sys` is for tests.
 */
export async function diskEncryption(folder: string, sys = '/sys'): Promise<DiskEncryption> {
  try {
    const { dev } = await stat(folder)
    return await encryptionOf(join(sys, 'dev/block', deviceName(dev)))
  } catch {
    return 'unknown'
  }
}

/** Major and minor number as Linux packs them into st_dev (makedev(3)). */
export function deviceName(dev: number): string {
  const value = BigInt(dev)
  const major = ((value >> 8n) & 0xfffn) | ((value >> 32n) & ~0xfffn)
  const minor = (value & 0xffn) | ((value >> 12n) & ~0xffn)
  return `${major}:${minor & 0xffffffffn}`
}

async function encryptionOf(device: string): Promise<DiskEncryption> {
  // Throws for a device without an entry, such as an overlay file system.
  await stat(device)
  const kind = await readFile(join(device, 'dm/uuid'), 'utf8').catch(() => '')
  if (kind.startsWith('CRYPT-')) return 'encrypted'
  const below = await readdir(join(device, 'slaves')).catch(() => [])
  if (below.length === 0) return 'plain'
  const parts = await Promise.all(below.map((name) => encryptionOf(join(device, 'slaves', name))))
  return parts.every((part) => part === 'encrypted') ? 'encrypted' : 'plain'
}
