import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../start/set-up.mjs'
import { importExceptions } from './import-exceptions.mjs'
import { importProblems, packages } from './import-rules.mjs'

/** Prints violations of the import rules (see CONTRIBUTING.md) and fails when there are any. */
const files = packages.flatMap((name) => sourcesIn(join(root, name)))
const sources = new Map(files.map((file) => [relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]))
const problems = importProblems(sources, importExceptions)
for (const problem of problems) console.error(problem)
console.log(`${sources.size} files, ${problems.length} violations of the import rules`)
process.exitCode = problems.length > 0 ? 1 : 0

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'test-results'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(path)
    return /\.(tsx?|mjs)$/.test(entry.name) && !/\.(d|gen)\.ts$/.test(entry.name) ? [path] : []
  })
}
