import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Disk encryption of a folder; `unknown` if the system does not report it. */
export type DiskEncryption = 'encrypted' | 'plain' | 'unknown'

/**
 * Detects encryption of the block device of `folder` on Linux: a device-mapper device of type CRYPT (LUKS, dm-crypt) at any
 * level. `unknown` on other systems and on network and container file systems. `sys` is for tests.
 */
export async function diskEncryption(folder: string, sys = '/sys'): Promise<DiskEncryption> {
  try {
    const { dev } = await stat(folder)
    return await encryptionOf(join(sys, 'dev/block', deviceName(dev)))
  } catch {
    return 'unknown'
  }
}

/** Major and minor number from st_dev (makedev(3)). */
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
