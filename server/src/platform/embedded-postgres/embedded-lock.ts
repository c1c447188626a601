import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { BootFailure } from '../runtime/boot-failure.ts'

/** Another living instance owns the folder. */
export class FolderTaken extends BootFailure {}

export type OwnerLock = { release: () => void }

/**
 * Makes us the one owner of a database folder until we release it or die. Node has no file locks of its own; SQLite's
 * exclusive transaction on an empty file is one of the operating system's (fcntl), so it cannot be left behind by a
 * kill -9, and it also holds between containers that share the folder.
 * Throws FolderTaken when another instance owns the folder.
 */
export function ownFolder(file: string): OwnerLock {
  const lock = openLock(file)
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FolderTaken(
      `Another instance of Coverdesk${ownerOf(file)} runs on this data folder. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(`${file}-owner`, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (cause) {
    throw new BootFailure(
      `The file ${file} cannot be used by this user. Start Coverdesk as the owner of the data folder, or set DATA_DIR to a folder that you can write.`,
      { cause },
    )
  }
}

function ownerOf(file: string): string {
  try {
    return ` (process ${readFileSync(`${file}-owner`, 'utf8').trim()})`
  } catch {
    return ''
  }
}
