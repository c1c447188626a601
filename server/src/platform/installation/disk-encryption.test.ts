import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceName, diskEncryption } from './disk-encryption.ts'

let folder: string
let device: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coverdesk-disk-'))
  device = join(folder, 'dev/block', deviceName((await stat(folder)).dev))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function makeDevice(path: string, uuid?: string): Promise<void> {
  await mkdir(join(path, 'slaves'), { recursive: true })
  if (uuid === undefined) return
  await mkdir(join(path, 'dm'))
  await writeFile(join(path, 'dm/uuid'), `${uuid}\n`)
}

test('a LUKS device, and a volume on one, are encrypted', async () => {
  await makeDevice(device, 'CRYPT-LUKS2-0123')
  expect(await diskEncryption(folder, folder)).toBe('encrypted')
  await rm(join(device, 'dm'), { recursive: true })
  await makeDevice(join(folder, 'dm-0'), 'CRYPT-LUKS2-0123')
  await symlink(join(folder, 'dm-0'), join(device, 'slaves/dm-0'))
  expect(await diskEncryption(folder, folder)).toBe('encrypted')
})

test('a bare disk is plain, and so is a volume that is encrypted only in part', async () => {
  await makeDevice(device)
  expect(await diskEncryption(folder, folder)).toBe('plain')
  await makeDevice(join(folder, 'dm-0'), 'CRYPT-LUKS2-0123')
  await makeDevice(join(folder, 'sda'))
  for (const name of ['dm-0', 'sda']) await symlink(join(folder, name), join(device, 'slaves', name))
  expect(await diskEncryption(folder, folder)).toBe('plain')
})

test('a file system without a block device is unknown', async () => {
  expect(await diskEncryption(folder, folder)).toBe('unknown')
  expect(await diskEncryption('/does/not/exist')).toBe('unknown')
})

test.each([
  [0xfd00, '253:0'],
  [0x801, '8:1'],
  // Minor numbers above 255 continue above the major number's twelve bits.
  [0x100302, '3:258'],
])('device number %i is %s', (dev, name) => {
  expect(deviceName(dev)).toBe(name)
})
