import { setTimeout as wait } from 'node:timers/promises'
import { findBrokenPromises } from '../check/find-broken-promises.ts'
import { readStoredRecords } from '../check/read-stored-records.ts'
import { type Fault, type FaultKind, faultSchedule } from '../faults/fault-schedule.ts'
import { canStepClock } from '../topologies/step-clock.ts'
import type { Topology } from '../topologies/topology.ts'
import { liveThroughRun } from '../users/live-through-run.ts'
import { type Agency, type SimulatedUser, simulatedUser } from '../users/simulated-user.ts'
import { readCarriers } from './make-agency.ts'
import type { InjectedFault, RunResult, RunSettings } from './run-settings.ts'

/** Writes of all users together in a second, whatever their number: more would measure the machine. */
const writesPerSecond = 30
/** Users go on after the last fault, which may have come late. */
const lastWritesMs = 5_000
/** A node may have been killed just before the end, and a standby must be copied. */
const maxSettleSeconds = 120
const signInsAtOnce = 8

/** Runs users and faults on an installation, then checks what is stored against the answers that they got. */
export async function runChaos(settings: RunSettings, topology: Topology): Promise<RunResult> {
  const { seed, seconds } = settings
  const carriers = await readCarriers(topology.ownerUrl())
  /** The first sign-ins come before the run and count as its start. */
  let began: number | null = null
  const now = () => (began === null ? 0 : performance.now() - began)
  let isOver = false
  const agency: Agency = {
    runName: `S${seed}${settings.topology.slice(0, 1).toUpperCase()}`,
    urls: topology.urls,
    carriers,
    shared: { leads: [], customers: [], requests: [] },
    log: [],
    now,
    isOver: () => isOver,
  }
  const users = Array.from({ length: settings.users }, (_, number) => simulatedUser(agency, number, seed))
  await signInAll(users)
  began = performance.now()
  const pauseMs = (1_000 * settings.users) / writesPerSecond
  const lives = users.map((user) => liveThroughRun(user, pauseMs))
  const faults = await injectFaults(faultSchedule(seed, settings.topology, seconds), topology, now)
  await wait(Math.max(lastWritesMs, seconds * 1_000 - now()))
  isOver = true
  await Promise.all(lives)
  const result = { settings, log: agency.log, faults, clockStood: !canStepClock }
  const settledSeconds = await topology.untilWhole(maxSettleSeconds).catch((error: Error) => error.message)
  if (typeof settledSeconds === 'string') {
    const broken = [`The nodes were not ready again after the end: ${settledSeconds}.`]
    return { ...result, broken, settledSeconds: maxSettleSeconds }
  }
  // As user 0, whose session this replaces: its own life is over.
  const reader = simulatedUser({ ...agency, log: [] }, 0, seed)
  if (!(await reader.signIn())) throw new Error('The reader of the statements could not sign in')
  const stored = await readStoredRecords(topology, reader)
  return { ...result, broken: findBrokenPromises(agency.log, stored), settledSeconds }
}

async function signInAll(users: readonly SimulatedUser[]): Promise<void> {
  const waiting = [...users]
  const signIn = async () => {
    for (let user = waiting.pop(); user; user = waiting.pop())
      for (let tries = 0; !(await user.signIn()); tries++) if (tries > 5) throw new Error('A user could not sign in')
  }
  await Promise.all(Array.from({ length: signInsAtOnce }, signIn))
}

/** Breaks things at their times, without waiting for what lasts: a process may be killed while a network is stalled. */
async function injectFaults(
  schedule: readonly Fault[],
  topology: Topology,
  now: () => number,
): Promise<InjectedFault[]> {
  const injected: Promise<InjectedFault>[] = []
  for (const fault of schedule) {
    await wait(Math.max(0, fault.at - now()))
    injected.push(inject(fault, topology, now))
  }
  return await Promise.all(injected)
}

/** After these no node is ready for a while. */
const killsOfNodes = new Set<FaultKind>(['kill application', 'kill database', 'kill both'])

async function inject(fault: Fault, topology: Topology, now: () => number): Promise<InjectedFault> {
  let at = now()
  try {
    await topology.inject(fault, () => {
      at = now()
    })
    const readySeconds = killsOfNodes.has(fault.kind) ? await secondsUntilReady(topology) : null
    return { fault, at, failure: null, readySeconds }
  } catch (error) {
    return { fault, at, failure: error instanceof Error ? error.message : String(error), readySeconds: null }
  }
}

/** The kill takes effect only when the processes that were killed run next. */
async function secondsUntilReady(topology: Topology): Promise<number> {
  const from = performance.now()
  await wait(100)
  await topology.untilReady(maxSettleSeconds)
  return (performance.now() - from) / 1_000
}
