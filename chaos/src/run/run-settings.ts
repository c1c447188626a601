import type { Fault } from '../faults/fault-schedule.ts'
import type { TopologyName } from '../topologies/topology-names.ts'
import type { Operation } from '../users/operation.ts'

/** What identifies a run: the same faults come at the same times, and the same users make the same choices. */
export interface RunSettings {
  seed: number
  topology: TopologyName
  seconds: number
  users: number
}

/** A fault as it came about. */
export interface InjectedFault {
  fault: Fault
  /** Milliseconds from the start of the run. */
  at: number
  /** Why it could not be injected; null for one that was. */
  failure: string | null
  /** For kills of nodes or their database: until all nodes were ready again. */
  readySeconds: number | null
}

/** A run, what was found, and how long writes stopped. */
export interface RunResult {
  settings: RunSettings
  log: Operation[]
  faults: InjectedFault[]
  broken: string[]
  /** Until all nodes were ready after the last fault. */
  settledSeconds: number
  /** The clock could not be stepped: libfaketime is missing. */
  clockStood: boolean
}
