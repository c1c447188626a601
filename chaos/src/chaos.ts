import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder, removeLeftFolders } from '@coverdesk/server/src/testing/test-folder.ts'
import { makeAgency } from './run/make-agency.ts'
import { runChaos } from './run/run-chaos.ts'
import { preparedInstallations } from './topologies/prepared-installations.ts'
await removeLeftFolders('coverdesk-chaos-')
const base = makeTestFolder('coverdesk-chaos-')
mkdirSync(base, { recursive: true })
const installations = preparedInstallations(base, (url) => makeAgency(url, 200))
const [topology, seconds, seed] = [process.argv[2] as 'embedded', Number(process.argv[3]), Number(process.argv[4])]
console.log('base', base)
const started = await installations.start(topology, join(base, 'run-1'), true)
console.log('started', performance.now() | 0)
const result = await runChaos({ seed, topology, seconds, users: 24 }, started)
console.log(result.faults.map((f) => JSON.stringify(f)).join('\n'))
const counts: Record<string, number> = {}
for (const o of result.log) { const k = `${o.kind} ${'entity' in o ? o.entity : ''} ${o.outcome} ${o.status}`; counts[k] = (counts[k] ?? 0) + 1 }
console.log(counts, result.longestPauseMs, result.settledSeconds)
console.log(result.broken.length, result.broken.slice(0, 15).join('\n'))
await started.stop()
