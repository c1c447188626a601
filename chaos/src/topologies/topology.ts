import type { Fault } from '../faults/fault-schedule.ts'

/** A running installation whose parts can be broken. */
export interface Topology {
  /** Addresses of its nodes for users, through proxies. */
  urls: readonly string[]
  /** Address of the database that is the primary now, past all proxies, as its owner. */
  ownerUrl: () => string
  /** Data folder of each node, with its notes about the audit record. */
  dataFolders: readonly string[]
  auditSecret: string
  /**
   * Breaks something and returns once it is broken and, for what lasts, ended; calls `began` first, when it had to wait.
   * Throws where it can't be done.
   */
  inject: (fault: Fault, began: () => void) => Promise<void>
  /** Seconds until every node is ready; throws after `maxSeconds`. */
  untilReady: (maxSeconds: number) => Promise<number>
  /** The same, once the installation is complete: with a standby that has everything. */
  untilWhole: (maxSeconds: number) => Promise<number>
  stop: () => Promise<void>
}
