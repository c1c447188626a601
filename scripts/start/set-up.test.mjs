import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './set-up.mjs'

test('a package of the workspace that is not linked yet counts as not installed, as after an update of a copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk-set-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/@own/part': { resolved: 'part', link: true } } })
  mkdirSync(join(folder, 'node_modules/@own'), { recursive: true })
  mkdirSync(join(folder, 'part'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) writeFileSync(join(folder, file), lock)
  expect(isInstalled(folder)).toBe(false)
  symlinkSync('../../part', join(folder, 'node_modules/@own/part'))
  expect(isInstalled(folder)).toBe(true)
})
