import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFailure } from './database-failure.ts'
import type { Product } from './product.ts'

/** Another running instance owns the folder. */
export class FolderTaken extends DatabaseFailure {}

export type OwnerLock = { release: () => void }

/**
 * Locks a database folder until release or exit. Node has no file locks, so this uses SQLite's exclusive transaction on an
 * empty file (fcntl): it ends with the process, even after kill -9, and works between containers. Throws FolderTaken.
 */
export function ownFolder(file: string, product: Product): OwnerLock {
  const lock = openLock(file, product)
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FolderTaken(
      `Another instance of ${product.title}${ownerOf(file)} runs on this data folder. Stop it first, or set ${product.folderSetting} to another folder.`,
    )
  }
  writeFileSync(`${file}-owner`, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function openLock(file: string, { title, folderSetting }: Product): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (cause) {
    throw new DatabaseFailure(
      `The file ${file} cannot be used by this user. Start ${title} as the owner of the data folder, or set ${folderSetting} to a folder that you can write.`,
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
