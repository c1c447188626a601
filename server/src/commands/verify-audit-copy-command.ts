import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { verifyCopy } from '../audit/siem/verify-copy.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

/** `bin/coverdesk verify-audit-copy FILE`: verifies NDJSON that a SIEM stored; exits with 1 for an altered copy, 2 if it failed. */
try {
  const [name] = process.argv.slice(2)
  if (!name) throw new BootFailure('Usage: bin/coverdesk verify-audit-copy FILE')
  const { auditSecret } = readConfig(process.env)
  const lines = createInterface({ input: createReadStream(resolve(process.env.INIT_CWD ?? '.', name), 'utf8') })
  const { events, links, first, last, problems } = await verifyCopy(lines, auditSecret)
  console.log(`${events} events in ${links} links${first === null ? '' : ` (${first} to ${last})`} were checked.`)
  for (const problem of problems.slice(0, 100)) console.error(problem)
  if (problems.length === 0) console.log('The copy is whole.')
  else console.error(`The copy was altered in ${problems.length} places.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 2
}
