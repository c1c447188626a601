import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { DatabaseFailure } from './database-failure.ts'
import type { Product } from './product.ts'

/** Operating system user of the database if different from ours; PostgreSQL refuses to run as root. */
export type DatabaseUser = { uid: number; gid: number; name: string }

/**
 * The other user that runs the database, or undefined when we run it ourselves (everyone but root). A folder that
 * exists already is run by its owner, because PostgreSQL accepts no other user; a new one by the machine's account for
 * databases, or by `nobody`. Throws a DatabaseFailure when none of them exists.
 */
export function databaseUser(product: Pick<Product, 'name'>, folder: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: accountName(owner.uid) }
  for (const name of [product.name, 'postgres', '_postgres', 'nobody']) {
    const [uid, gid] = [accountNumber('-u', name), accountNumber('-g', name)]
    if (uid && gid) return { uid, gid, name }
  }
  throw new DatabaseFailure(
    `PostgreSQL does not run as root, and this machine has no user for it. Add one with: useradd --system ${product.name}`,
  )
}

/** Whether `user` can access `folder` through all its parents. */
export function canEnter(user: DatabaseUser | undefined, folder: string): boolean {
  if (!user) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { cwd: '/', uid: user.uid, gid: user.gid })
  return tried.status === 0
}

function accountNumber(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const number = Number(stdout)
  return status === 0 && Number.isInteger(number) && number > 0 ? number : undefined
}

function accountName(uid: number): string {
  return spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim() || String(uid)
}
