import { expect, test } from 'vitest'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { asvsDocument } from './asvs-document.ts'
import { testFilesById } from './test-files-by-id.ts'

const header = 'requirement\tlevel\ttopic\tverdict\tevidence\tnote\n'
const documentOf = (row: string, files = new Map([['P-01', ['server/src/a.test.ts']]])) =>
  asvsDocument(`${header}${row}\n`, files, projectRoot)

test('a row shows its verdict and the test files that name its ids', () => {
  const text = documentOf('V6.2.1\t1\tPasswords of 8 or more\tmet\tP-01,README.md\t')
  expect(text).toContain(
    '| V6.2.1 | 1 | Passwords of 8 or more | met | P-01 (server/src/a.test.ts); [README.md](../../README.md) |',
  )
  expect(text).toContain('**met** (1)')
})

test('a verdict without evidence, an id that no test names and a missing document are refused', () => {
  expect(() => documentOf('V1.1.1\t1\tTopic\tmet\t\t')).toThrow('names no evidence')
  expect(() => documentOf('V1.1.1\t1\tTopic\tmet\tP-02\t')).toThrow('no test does')
  expect(() => documentOf('V1.1.1\t1\tTopic\tmet\tdocs/missing.md\t')).toThrow('does not exist')
  expect(() => documentOf('V1.1.1\t1\tTopic\tgreat\tP-01\t')).toThrow('unknown verdict')
})

test('ids are read from the titles of tests in every package', async () => {
  const files = await testFilesById(projectRoot)
  expect(files.get('P-90')).toContain('scripts/checks/supply-chain.test.mjs')
  expect(files.get('P-38')?.some((path) => path.startsWith('e2e/'))).toBe(true)
})
