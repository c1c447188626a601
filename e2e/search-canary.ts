import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { canary, filesWith, spellings } from './canary.ts'
import { databaseFolder, inDatabase } from './database.ts'

/**
 * The end of a run: the canary's numbers are looked for byte by byte in the database's files with their log of writes,
 * in what server and database said, and in what the browser was answered and stored (P-61, P-66). Found anywhere, the run fails. Her
 * last name must be found, or else the search would prove nothing. A run in which she did not take part is not searched.
 */
export default async function searchCanary(): Promise<void> {
  const run = process.env.E2E_DATA_DIR ?? ''
  if (existsSync(join(run, 'canary'))) await search(run)
}

async function search(run: string): Promise<void> {
  // What is only in memory yet comes to the files; a database that has stopped wrote everything already.
  await inDatabase((connection) => connection.query('checkpoint')).catch(() => undefined)
  const began = performance.now()
  const numbers = [...[canary.ssn, canary.memberSsn, canary.card].flatMap(spellings), `"${canary.cvv}"`]
  const database = databaseFolder()
  const folders = database.startsWith(run) ? [run] : [run, database]
  const hits = (await Promise.all(folders.map((folder) => filesWith(folder, [...numbers, canary.lastName])))).flat()
  const [marks, found] = [true, false].map((wanted) => hits.filter((hit) => hit.endsWith(canary.lastName) === wanted))
  for (const part of ['base', 'answers.txt'])
    if (!marks?.some((mark) => mark.includes(part)))
      found?.push(`The search is blind: ${canary.lastName} is not found in ${part}`)
  if (found?.length) throw new Error(`The canary was found after the run:\n${found.join('\n')}`)
  console.log(`The canary is nowhere but sealed (${((performance.now() - began) / 1000).toFixed(1)} s).`)
}
