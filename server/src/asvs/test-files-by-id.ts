import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const folders = ['domain/src', 'packages', 'server/src', 'web/src', 'e2e', 'scripts']
const testFile = /\.(test\.tsx?|test\.mjs|e2e\.ts)$/
/** A title follows `test(`, `step(` and their like, or the `])(` that ends a table of cases. */
const title = /(?:\b(?:test|it|step)(?:\.\w+)?\(|\]\)\()\s*(['"`])((?:(?!\1).)*)/g
const id = /\b[A-Z]+-\d+\b/g

/** Test files by the promise or requirement ids in their titles; paths from `root`, sorted. */
export async function testFilesById(root: string): Promise<Map<string, string[]>> {
  const found = new Map<string, Set<string>>()
  for (const folder of folders)
    for (const entry of await readdir(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !testFile.test(entry.name) || entry.parentPath.includes('node_modules')) continue
      const path = join(entry.parentPath, entry.name)
      for (const name of idsIn(await readFile(path, 'utf8')))
        found.set(name, (found.get(name) ?? new Set()).add(relative(root, path)))
    }
  return new Map([...found].map(([name, paths]) => [name, [...paths].sort()]))
}

function idsIn(source: string): Set<string> {
  return new Set([...source.matchAll(title)].flatMap(([, , text]) => text?.match(id) ?? []))
}
