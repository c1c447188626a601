import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const megabyte = 2 ** 20
/** Polling interval in milliseconds; a disk writes less than the watermark in that time. */
const every = 500

/** State of the disk space. */
export interface DiskState {
  /** True while changes, uploads and exports are rejected (507), so that the database never hits a full disk. */
  low: () => boolean
}

/** Monitor of the embedded database's disk (P-79). */
export interface DiskWatch extends DiskState {
  /** Deletes the reserve file if the database needs the space to start. */
  makeRoom: () => void
  /** Resolves when the database has room to start in, giving up the reserve for it; false when the watch was stopped first. */
  room: () => Promise<boolean>
  /** Registers a listener for low space and recovery. */
  onChange: (listener: (sentence: string, low: boolean) => void) => void
  stop: () => void
}

/** For an external database, whose disk is not visible; it rejects writes by itself. */
export const noDiskWatch: DiskWatch = {
  low: () => false,
  makeRoom: () => undefined,
  room: async () => true,
  onChange: () => undefined,
  stop: () => undefined,
}

/** In bytes. */
export interface DiskLevels {
  /** Minimum free space for operations that need space. */
  watermark: number
  /** Size of the reserve file, which is deleted so that the database can finish or repair itself. */
  reserve: number
  /** Space that the database needs to start: two WAL files. */
  least: number
}

/** 2 % of the disk, at least 128 MB and at most 1 GB. */
export function diskLevels(total: number): DiskLevels {
  return {
    watermark: Math.min(Math.max(total / 50, 128 * megabyte), 1024 * megabyte),
    reserve: 64 * megabyte,
    least: 32 * megabyte,
  }
}

/**
 * Monitors the free disk space of `folder` and maintains a reserve file. Calls `relieve` when the reserve must be deleted, to
 * stop the operations that use the most space.
 */
export function watchDisk(
  folder: string,
  reserve: string,
  { relieve, say }: { relieve: () => void; say: (line: string) => void },
): DiskWatch {
  const levels = diskLevels(totalOf(folder))
  let low = false
  let stopped = false
  const listeners: ((sentence: string, low: boolean) => void)[] = [(sentence) => say(sentence)]
  const notify = (sentence: string) => {
    for (const listener of listeners) listener(sentence, low)
  }

  function check(): void {
    const free = freeOf(folder)
    if (!low && free < levels.watermark) {
      low = true
      notify(
        `The disk under ${folder} is nearly full (${inMegabytes(free)} free). Changes, uploads and exports are refused until ${inMegabytes(enough())} are free; reading goes on.`,
      )
    }
    if (free < levels.reserve && release()) relieve()
    if (!low || free < enough()) return
    ensureReserve()
    low = false
    notify(`There is space again under ${folder}. Changes, uploads and exports are taken again.`)
  }

  /** Slightly more than the watermark, so that the state does not flap, plus the reserve if it was deleted. */
  const enough = () => levels.watermark * 1.25 + (existsSync(reserve) ? 0 : levels.reserve)

  function release(): boolean {
    if (!existsSync(reserve)) return false
    rmSync(reserve, { force: true })
    say(`The reserve of ${inMegabytes(levels.reserve)} was given up, so that the database can finish.`)
    return true
  }

  function ensureReserve(): void {
    if ((statSync(reserve, { throwIfNoEntry: false })?.size ?? 0) < levels.reserve) makeReserve(reserve, levels.reserve)
  }

  const guarded = (work: () => void) => () => {
    try {
      work()
    } catch {
      // Checked again later: the disk may be full or unavailable.
    }
  }
  const timer = setInterval(guarded(check), every).unref()
  if (freeOf(folder) >= enough()) guarded(ensureReserve)()
  const makeRoom = () => void (freeOf(folder) < levels.least && release())
  return {
    low: () => low,
    makeRoom,
    room: async () => {
      for (let first = true; !stopped; first = false) {
        makeRoom()
        if (freeOf(folder) >= levels.least) return true
        if (first) say('There is no space for the database. It is started when some is freed.')
        await wait(every)
      }
      return false
    },
    onChange: (listener) => void listeners.push(listener),
    stop: () => {
      stopped = true
      clearInterval(timer)
    },
  }
}

const freeOf = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
const totalOf = (folder: string) => {
  const { blocks, bsize } = statfsSync(folder)
  return blocks * bsize
}
const inMegabytes = (bytes: number) => `${Math.ceil(bytes / megabyte).toLocaleString('en-US')} MB`

/** Random bytes, which no file system compresses; created atomically. */
function makeReserve(file: string, bytes: number): void {
  const draft = `${file}.new`
  const piece = randomBytes(4 * megabyte)
  try {
    const handle = openSync(draft, 'w', 0o600)
    try {
      for (let written = 0; written < bytes; written += piece.length) writeSync(handle, piece)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
