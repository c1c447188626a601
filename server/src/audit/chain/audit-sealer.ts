import type { KeyObject } from 'node:crypto'
import { auditKey } from '../../platform/audit/audit-mac.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import { enterSubjects } from '../audit-subjects.ts'
import { countEvents } from '../count-events.ts'
import { noteAnchor } from './audit-anchor.ts'
import { receiptWriter } from './audit-receipts.ts'
import { sealedLinks } from './seal-events.ts'

/** Writes receipts for this process, and seals the record in the background, one node at a time. */
export interface AuditSealer {
  /** Seals, counts and indexes all events. */
  sealAll: () => Promise<void>
  /** Seals all events; counts and indexes them once enough time or events have passed. */
  sealDue: () => Promise<void>
}

/** Events are indexed by subject after this many events or milliseconds. */
const enterAt = { events: 10_000, milliseconds: 60_000 }
/** Milliseconds between counts; queries count newer events themselves. */
const countAfter = 5_000

/** Creates the sealer of one node. */
export function auditSealer(db: Db, config: Pick<Config, 'auditSecret' | 'dataDir'>): AuditSealer {
  const keys: Record<'chain' | 'anchor', KeyObject> = {
    chain: auditKey(config.auditSecret, 'chain'),
    anchor: auditKey(config.auditSecret, 'anchor'),
  }
  const writeReceipts = receiptWriter(db, auditKey(config.auditSecret, 'receipt'))
  let waiting = 0
  let entered = performance.now()
  // Events of an earlier start or of the demo are counted immediately.
  let counted = Number.NEGATIVE_INFINITY

  async function seal(): Promise<void> {
    for (const receipt of await writeReceipts()) await noteAnchor(config.dataDir, keys.anchor, receipt)
    for await (const { link, events } of sealedLinks(db, keys.chain)) {
      waiting += events
      await noteAnchor(config.dataDir, keys.anchor, link)
    }
  }

  async function enter(): Promise<void> {
    while ((await enterSubjects(db)) > 0);
    waiting = 0
    entered = performance.now()
  }

  async function count(): Promise<void> {
    while ((await countEvents(db)) > 0);
    counted = performance.now()
  }

  async function sealDue(): Promise<void> {
    try {
      await seal()
      if (performance.now() - counted >= countAfter) await count()
      if (waiting >= enterAt.events || performance.now() - entered >= enterAt.milliseconds) await enter()
    } catch (error) {
      if (!isLostTurn(error)) throw error
    }
  }

  async function sealAll(): Promise<void> {
    await seal()
    await count()
    await enter()
  }

  return { sealAll, sealDue }
}

/** Seals the record every second, and once more when the server stops. */
export const sealingJob = (sealer: AuditSealer): Job => ({
  name: 'audit.seal',
  everyMs: 1_000,
  firstAfterMs: 0,
  failure: { category: 'Audit', sentence: 'Could not seal the audit record' },
  run: sealer.sealDue,
  finish: sealer.sealAll,
})

/** Whether another node sealed events between the snapshot and the lock. */
function isLostTurn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001'
}
