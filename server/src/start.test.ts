import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from './testing/faults/small-disk.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { startOn, startTimeout } from './testing/test-start.ts'

let folder: string
let disk: string

beforeEach(() => {
  folder = makeTestFolder('coverdesk start ')
  disk = join(folder, 'disk')
  mkdirSync(disk)
  // Registered first, so it runs after the test has unmounted the disk and stopped its servers.
  onTestFinished(() => removeTestFolder(folder))
})

test(
  'P-76 a first start that meets a full or a read-only disk says so, one that is stopped by Ctrl-C ends cleanly, and the next goes on',
  async () => {
    const dataDir = join(disk, 'data')
    const small = mountSmallDisk(disk, 60)
    if (small) {
      onTestFinished(() => void spawnSync('umount', ['--lazy', disk]))
      const full = startOn(dataDir)
      expect(await full.ended()).toEqual([1, null])
      const sentence = `The disk under ${dataDir} is full. Free some space and start again; nothing that was saved is lost.`
      expect(full.said()).toContain(sentence)
      expect(full.said()).not.toContain('    at ')
      mountSmallDisk(disk, 60, 'remount,ro,')
      for (const folder of [dataDir, join(disk, 'other')]) {
        const closed = startOn(folder)
        expect(await closed.ended()).toEqual([1, null])
        expect(closed.said()).toContain(`The disk under ${folder} is mounted read-only.`)
        expect(closed.said()).not.toContain('    at ')
      }
      mountSmallDisk(disk, 600, 'remount,rw,')
    }
    const stopped = startOn(dataDir)
    await stopped.until('Loading counties')
    stopped.server.kill('SIGINT')
    expect(await stopped.ended()).toEqual([0, null])
    expect(stopped.said()).not.toContain('    at ')
    expect(serversOn(join(dataDir, 'postgres'))).toEqual([])
    const whole = startOn(dataDir)
    await whole.until('Coverdesk is ready')
    whole.server.kill('SIGINT')
    expect(await whole.ended()).toEqual([0, null])
  },
  startTimeout,
)
