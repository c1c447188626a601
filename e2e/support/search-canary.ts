import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canary, canaryNumbers, filesWith } from './canary.ts'
import { databaseFolder, inDatabase } from './database.ts'

/**
 * The end of a run: the canary's numbers are looked for byte by byte in the database's files with their log of writes,
 * in what server and database said, and in all that the run left (P-61, P-66); what the servers answered to anybody was looked through
 * as it went out (watched-answers.ts), and what browsers keep at the end of each journey (people.ts). Found anywhere, the
 * run fails. Her last name must be found, or else the search would prove nothing.
 */
export default async function searchCanary(): Promise<void> {
  await search(process.env.E2E_DATA_DIR ?? '')
}

async function search(run: string): Promise<void> {
  // What is only in memory yet comes to the files; a database that has stopped wrote everything already.
  await inDatabase((connection) => connection.query('checkpoint')).catch(() => undefined)
  const began = performance.now()
  const database = databaseFolder()
  const folders = database.startsWith(run) ? [run] : [run, database]
  const hits = (
    await Promise.all(folders.map((folder) => filesWith(folder, [...canaryNumbers, canary.lastName])))
  ).flat()
  const [marks, found] = [true, false].map((wanted) => hits.filter((hit) => hit.endsWith(canary.lastName) === wanted))
  for (const part of ['base', 'seen.txt'])
    if (!marks?.some((mark) => mark.includes(part)))
      found?.push(`The search is blind: ${canary.lastName} is not found in ${part}`)
  const answered = join(run, 'canary', 'found.txt')
  if (existsSync(answered)) found?.push(await readFile(answered, 'utf8'))
  if (found?.length) throw new Error(`The canary was found after the run:\n${found.join('\n')}`)
  console.log(`The canary is nowhere but sealed (${((performance.now() - began) / 1000).toFixed(1)} s).`)
}
