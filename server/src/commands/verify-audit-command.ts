import { alteredWords } from '../audit/chain/altered-words.ts'
import { verifyAudit } from '../audit/chain/verify-audit.ts'
import type { StartConfig } from '../platform/config/config.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { reachDatabase } from '../platform/installation/reach-database.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'

const shownAtMost = 100

/** `bin/coverdesk verify-audit`: verifies the whole audit log; exits with 1 and lists altered events, or with 2 if the check failed. */
try {
  const config = readConfig(process.env)
  const database = await reachDatabase(config)
  try {
    await verify(database.url, config)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 2
}

async function verify(url: string, config: StartConfig): Promise<void> {
  const began = performance.now()
  const { problems, ...found } = await verifyAudit(url, config)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    `${found.events} events, ${found.links} links of the chain, ${found.receipts} receipts of what was committed and ${found.anchors} notes outside the database were checked in ${seconds} s.`,
  )
  if (found.waiting > 0) console.log(`${found.waiting} events are signed and wait to be sealed.`)
  if (found.unsigned > 0)
    console.log(`${found.unsigned} events are from before events were signed; their text is not proven.`)
  if (found.anchors === 0 && found.links > 0)
    console.log(`There are no notes in ${config.dataDir}: whether the end was cut off is not known.`)
  if (problems.length === 0) return console.log('The audit record is whole.')
  for (const problem of problems.slice(0, shownAtMost)) console.error(problem)
  if (problems.length > shownAtMost) console.error(`… and ${problems.length - shownAtMost} more.`)
  console.error(`${alteredWords}${problems.length} ${problems.length === 1 ? 'place' : 'places'}.`)
  process.exitCode = 1
}
