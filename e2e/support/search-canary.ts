import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canary, canaryNumbers, filesWith } from './canary.ts'
import { databaseFolder, inDatabase } from './database.ts'

/**
 * Fails the run if a number of the canary occurs in the database files, the write-ahead log, the logs or any other file of
 * the run (P-61, P-66). scan-responses.ts checks responses and test-fixtures.ts browser storage. Her last name must be
 * found; otherwise the search proves nothing.
 */
export default async function searchCanary(): Promise<void> {
  await search(process.env.E2E_DATA_DIR ?? '')
}

async function search(run: string): Promise<void> {
  // Flushes memory to the files; a stopped database has already done so.
  await inDatabase((connection) => connection.query('checkpoint')).catch(() => undefined)
  const began = performance.now()
  const database = databaseFolder()
  const folders = database.startsWith(run) ? [run] : [run, database]
  const hits = (
    await Promise.all(folders.map((folder) => filesWith(folder, [...canaryNumbers, canary.lastName])))
  ).flat()
  const [markers, found] = [true, false].map((wanted) => hits.filter((hit) => hit.endsWith(canary.lastName) === wanted))
  for (const part of ['base', 'seen.txt'])
    if (!markers?.some((marker) => marker.includes(part)))
      found?.push(`The search is blind: ${canary.lastName} is not found in ${part}`)
  const leaks = join(run, 'canary', 'found.txt')
  if (existsSync(leaks)) found?.push(await readFile(leaks, 'utf8'))
  if (found?.length) throw new Error(`The canary was found after the run:\n${found.join('\n')}`)
  console.log(`The canary's numbers are stored encrypted only (${((performance.now() - began) / 1000).toFixed(1)} s).`)
}
