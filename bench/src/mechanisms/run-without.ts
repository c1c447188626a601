import { registerHooks } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mechanisms } from './mechanisms.ts'

/**
 * Preload of a server (`node --import`) that removes the mechanism named in BENCH_WITHOUT from the sources while they are
 * loaded, so that the product needs no switch.
 */
const name = process.env.BENCH_WITHOUT
const removed = mechanisms.find((mechanism) => mechanism.name === name)?.without ?? refuse(`no mechanism ${name}`)
const pending = new Set(removed)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const path = url.startsWith('file:') ? fileURLToPath(url).replaceAll(sep, '/') : ''
    const own = removed.filter(({ file }) => path.endsWith(`/server/src/${file}`))
    if (own.length === 0) return loaded
    let source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    for (const replacement of own) {
      if (!source.includes(replacement.from)) refuse(`${replacement.file} has no '${replacement.from}'`)
      source = source.replace(replacement.from, () => replacement.to)
      pending.delete(replacement)
    }
    return { ...loaded, source }
  },
})
// An unchanged server would measure the mechanism against itself.
setTimeout(() => {
  if (pending.size > 0) refuse(`${[...pending].map(({ file }) => file).join(', ')} not loaded`)
}, 20_000).unref()

function refuse(reason: string): never {
  throw new Error(`Cannot run without a mechanism: ${reason}`)
}
