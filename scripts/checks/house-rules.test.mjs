import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureHouse, retiredIn } from './house-rules.mjs'

const measure = (files) => measureHouse(new Map(Object.entries(files)))

test('each rule has a limit, and each limit is at or above its aim', () => {
  const limits = JSON.parse(readFileSync(join(import.meta.dirname, 'house-limits.json'), 'utf8'))
  expect(Object.keys(limits)).toEqual(Object.keys(measure({})))
  expect(Object.values(limits).filter(({ limit, aim }) => limit < aim)).toEqual([])
})

test('folders with more than 20 files count, largest first, without generated files and migrations', () => {
  const folder = (name, count) => Array.from({ length: count }, (_, at) => [`${name}/file-${at}.ts`, ''])
  const { fullFolders, largestFolder } = measure(
    Object.fromEntries([
      ...folder('server/src/a', 21),
      ...folder('server/src/b', 20),
      ...folder('web/src/c', 30),
      ...folder('server/migrations', 60),
      ...folder('docs/generated', 60),
    ]),
  )
  expect(fullFolders).toEqual({ count: 2, offenders: ['web/src/c: 30 files', 'server/src/a: 21 files'] })
  expect(largestFolder.count).toBe(30)
})

test('import cycles between files and features and upward imports count, accepted exceptions too', () => {
  const { fileCycles, featureCycles, upwardImports } = measure({
    'server/src/a/x.ts': "import type { Y } from '../b/y.ts'",
    'server/src/b/y.ts': "import { x } from '../a/x.ts'",
    'server/src/platform/db/pool.ts': "import type { Config } from '../config/config.ts'",
  })
  expect([fileCycles.count, featureCycles.count, upwardImports.count]).toEqual([1, 1, 1])
})

test('retired words count as whole words, in product, tests and documents apart', () => {
  expect(retiredIn('Whoever asks is told anew')).toEqual(['whoever', 'is told', 'anew'])
  expect(retiredIn('mostRows of renewal, almost, mostly, unfitting')).toEqual(['mostrows'])
  expect(retiredIn("import '../journeys/access.e2e.ts'")).toEqual([])
  const found = measure({
    'server/src/a/x.ts': '// nobody',
    'server/src/a/x.test.ts': '// nobody, anew',
    'docs/guide.md': 'Nobody',
    'docs/decisions/001-old.md': 'Nobody',
    'server/migrations/0001-a.sql': '-- nobody',
  })
  expect(found.wordsInProduct).toEqual({
    count: 1,
    offenders: ['server/src/a/x.ts: 1 (nobody → user, agent, client, caller, no one)'],
  })
  expect([found.wordsInTests.count, found.wordsInDocuments.count]).toEqual([2, 1])
})

test('a file with one export is named after it', () => {
  const { offenders } = measure({
    'server/src/a/row-reader.ts': 'export function openRowReader() {}\nexport interface RowReader {}',
    'server/src/a/shape.ts': 'export interface Form {}',
    'server/src/a/figures.ts': 'export const one = 1\nexport const two = 2',
    'server/src/a/csv-file.ts': 'export class CSVFile {}',
    'server/src/a/load.ts': 'export async function startLoading() {}',
    'server/src/a/load.test.ts': 'export const made = 1',
  }).misnamedFiles
  expect(offenders).toEqual(['server/src/a/shape.ts: exports Form', 'server/src/a/load.ts: exports startLoading'])
})

test('references to ids that docs/requirements.md does not define are dead; without that file none are', () => {
  // Composed, so that no tool takes it for the id of a requirement.
  const unknown = ['AUTH', '99'].join('-')
  const source = `test('AUTH-01 ${unknown} P-07 UTF-8', () => undefined)`
  const path = 'server/src/a/x.test.ts'
  expect(measure({ [path]: source }).deadIds.count).toBe(0)
  expect(measure({ [path]: source, 'docs/requirements.md': '| AUTH-01 | … |' }).deadIds.offenders).toEqual([
    `${path}: ${unknown}`,
  ])
})

test('paths and links of documents must exist; globs, URLs and build results are not checked', () => {
  const text = [
    'See `server/src/a/x.ts`, `server/src/a/`, `server/src/a/gone.ts`, `web/src/*.tsx`, `bench/dist/x.js`,',
    '[x](../server/src/a/x.ts#L1), [gone](gone.md) and [site](https://example.com/gone.md).',
  ].join('\n')
  const files = { 'server/src/a/x.ts': 'export const x = 1', 'docs/a.md': text }
  expect(measure(files).deadPaths.offenders).toEqual(['docs/a.md: server/src/a/gone.ts', 'docs/a.md: docs/gone.md'])
})
