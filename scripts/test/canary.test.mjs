import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canary, filesWith, spellings } from '../../e2e/support/canary.ts'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-test-'))
  mkdirSync(join(folder, 'base', '16384'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('P-61 P-66 the canary search finds the numbers in every spelling, inside binary data and across read chunks', async () => {
  const file = join(folder, 'base', '16384', '2619')
  const texts = spellings(canary.ssn)
  expect(texts).toContain('987-65-1423')
  for (const text of texts) {
    writeFileSync(
      file,
      Buffer.concat([Buffer.alloc((4 << 20) - 5, 0x80), Buffer.from(text), Buffer.alloc(70_000, 0xff)]),
    )
    expect(await filesWith(folder, texts)).toEqual([`${file} holds ${text}`])
  }
  writeFileSync(file, Buffer.from(canary.ssn.slice(0, 8)))
  expect(await filesWith(folder, texts)).toEqual([])
  appendFileSync(file, canary.ssn.slice(8))
  expect(await filesWith(folder, texts)).toHaveLength(1)
})
