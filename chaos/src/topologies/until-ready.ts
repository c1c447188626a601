import { setTimeout as wait } from 'node:timers/promises'
import type { ApplicationNode } from './application-node.ts'

/** Seconds until every node is ready; throws after `maxSeconds`. */
export async function untilReady(nodes: readonly ApplicationNode[], maxSeconds: number): Promise<number> {
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1_000
  for (;;) {
    const ready = await Promise.all(nodes.map((node) => node.isReady()))
    if (ready.every(Boolean)) return seconds()
    if (seconds() > maxSeconds) throw new Error(`Not every node was ready within ${maxSeconds} s`)
    await wait(100)
  }
}
