import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../start/set-up.mjs'
import { measureHouse } from './house-rules.mjs'
import { trackedFiles } from './tracked-files.mjs'

/**
 * `npm run check:house`: prints the rules of the house with their counts, limits, aims and worst offenders, and fails when a
 * count exceeds its limit in house-limits.json. `-- --lower` lowers each limit to today's count, or to its aim, `-- --all` prints every
 * offender.
 */
const limitsFile = join(import.meta.dirname, 'house-limits.json')
const limits = JSON.parse(readFileSync(limitsFile, 'utf8'))
const found = measureHouse(new Map(trackedFiles().map((path) => [path, readFileSync(join(root, path), 'utf8')])))

/** What to do about the offenders of a rule. */
const advice = {
  fullFolders: 'Start a folder for one topic of these files, and move them there.',
  fileCycles: 'Move what both need into a file of its own, or pass it as an argument.',
  featureCycles: 'Features import in one direction: move the part that both need to the lower one, or below both.',
  upwardImports: 'docs/architecture.md has the order of the folders: move the code down, or pass it from above.',
  misnamedFiles: 'Name the file after its export: findVehicle belongs in find-vehicle.ts.',
  deadIds: 'The id must be in docs/requirements.md; ids are never invented.',
  deadPaths: 'The path must exist: correct it, or remove it.',
}

const maxLines = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 5
const columns = (name, ...numbers) => `${name.padEnd(50)}${numbers.map((text) => String(text).padStart(8)).join('')}`
console.log(columns('', 'count', 'limit', 'aim'))
let exceeded = 0
for (const [rule, { title, limit, aim }] of Object.entries(limits)) {
  const { count, offenders } = found[rule]
  if (count > limit) exceeded++
  console.log(`${columns(title, count, limit, aim)}${count > limit ? '  ✗ above the limit' : ''}`)
  if (count > limit && advice[rule]) console.log(`    ${advice[rule]}`)
  for (const line of offenders.slice(0, maxLines)) console.log(`    ${line}`)
  if (offenders.length > maxLines) console.log(`    … and ${offenders.length - maxLines} more`)
}

if (process.argv.includes('--lower')) {
  for (const [rule, entry] of Object.entries(limits))
    entry.limit = Math.min(entry.limit, Math.max(entry.aim, found[rule].count))
  writeFileSync(limitsFile, `${JSON.stringify(limits, null, 2)}\n`)
}
console.log(exceeded > 0 ? `\n${exceeded} rules above their limit` : '\nEvery rule within its limit')
process.exitCode = exceeded > 0 ? 1 : 0
