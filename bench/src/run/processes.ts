import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of Linux's /proc (man 5 proc). */
const ticks = 100

interface Stat {
  pid: number
  parent: number
  name: string
  own: number
  ofEndedChildren: number
}

/** CPU seconds so far of the application (all threads) and of its PostgreSQL (all its processes, ended ones too). */
export function cpuOf(appPid: number): { app: number; database: number } {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => stat(pid) ?? [])
  const postmaster = all.find((stat) => stat.parent === appPid && stat.name === 'postgres')
  const backends = all.filter((stat) => stat.parent === postmaster?.pid)
  return {
    app: all.find((stat) => stat.pid === appPid)?.own ?? 0,
    database: [postmaster, ...backends].reduce((sum, stat) => sum + (stat ? stat.own + stat.ofEndedChildren : 0), 0),
  }
}

/**
 * CPU milliseconds so far of one application and of the PostgreSQL that `hostPid` runs, to the nanosecond of the scheduler:
 * ticks of 10 ms are too coarse for a burst of some hundred requests.
 */
export function cpuNow(hostPid: number, appPid: number): number {
  const postmaster = childrenOf(hostPid).find((pid) => stat(String(pid))?.name === 'postgres')
  const pids = postmaster === undefined ? [appPid] : [appPid, postmaster, ...childrenOf(postmaster)]
  // Parallel workers of a count have ended when it is answered.
  const ended = postmaster === undefined ? 0 : (stat(String(postmaster))?.ofEndedChildren ?? 0) * 1000
  return pids.reduce((sum, pid) => sum + scheduledMs(pid), ended)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** CPU milliseconds so far of all threads of a process, ended ones excepted. */
export function scheduledMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** CPU milliseconds of these processes, and of the PostgreSQL that one of them runs, during `work`. */
export async function cpuDuring<T>(
  pids: readonly number[],
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: number }> {
  const spent = () => pids.map(cpuOf).reduce((sum, { app, database }) => sum + app + database, 0)
  const before = spent()
  const result = await work()
  return { result, cpuMs: (spent() - before) * 1000 }
}

/** Peak resident memory of a process during `work`, in bytes. */
export async function memoryDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = memoryOf(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 20)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}

/** Resident memory of a process in bytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

/**
 * Memory of the application and of the PostgreSQL that it runs, in bytes. Pages that processes share count once (PSS), as the shared
 * buffers that each connection maps.
 */
export function sharedMemoryOf(appPid: number): { app: number; database: number } {
  const [app = appPid, ...database] = familyOf(appPid)
  return { app: shareOf(app), database: database.reduce((sum, pid) => sum + shareOf(pid), 0) }
}

/** A process and all that it started, directly or not. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}

/** 0 for a process that has ended. */
function shareOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Undefined for a process that has ended. */
function stat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, , parent, ...rest] = text.slice(text.lastIndexOf(')')).split(' ')
    const field = (number: number) => Number(rest[number - 5] ?? 0) / ticks
    return {
      pid: Number(pid),
      parent: Number(parent),
      name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
      own: field(14) + field(15),
      ofEndedChildren: field(16) + field(17),
    }
  } catch {
    return undefined
  }
}
