import { spawnSync } from 'node:child_process'
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs'

/** Mounts a small disk in memory on a folder. Only root may, and not in every container: returns whether it worked. */
export function mountSmallDisk(folder: string, megabytes: number, how = ''): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${megabytes}m`, 'tmpfs', folder]).status === 0
}

/** Unmounts a small disk even while files on it are open. */
export function unmountSmallDisk(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}

/** Writes `file` until about `left` MB of its disk are free; with 0, until its last byte is taken. */
export function fillDisk(file: string, left: number): void {
  const piece = Buffer.alloc(2 ** 20)
  const handle = openSync(file, 'w')
  try {
    while (freeMegabytes(file) > left) writeSync(handle, piece)
    for (; left === 0; ) writeSync(handle, piece, 0, 4096)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(handle)
  }
}

function freeMegabytes(file: string): number {
  const { bavail, bsize } = statfsSync(file)
  return (bavail * bsize) / 2 ** 20
}
