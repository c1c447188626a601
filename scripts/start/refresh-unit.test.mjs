import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refreshUnit } from './refresh-unit.mjs'

test('an upgrade brings the unit of the new release and going back the old one; an edited unit stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk unit '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [old, next, installed] = ['1', '2', 'coverdesk.service'].map((name) => join(folder, name))
  expect(refreshUnit(installed, old, next)).toEqual({ isChanged: false, isEdited: false })
  for (const [release, text] of [
    [old, 'first'],
    [next, 'second'],
  ]) {
    mkdirSync(join(release, 'deploy'), { recursive: true })
    writeFileSync(join(release, 'deploy/coverdesk.service'), text)
  }
  writeFileSync(installed, 'first')
  expect(refreshUnit(installed, old, next)).toEqual({ isChanged: true, isEdited: false })
  expect(readFileSync(installed, 'utf8')).toBe('second')
  expect(refreshUnit(installed, next, old)).toEqual({ isChanged: true, isEdited: false })
  expect(readFileSync(installed, 'utf8')).toBe('first')
  writeFileSync(installed, 'edited')
  expect(refreshUnit(installed, old, next)).toEqual({ isChanged: false, isEdited: true })
  expect(readFileSync(installed, 'utf8')).toBe('edited')
})
