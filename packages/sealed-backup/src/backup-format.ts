import { hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))

/** Name of a secret: tells whether another secret is the same one, and nothing else about it. */
export const SecretName = hex(8)

/** What each backup says of itself in the clear. A product extends it with the names of the secrets that the contents need. */
export const BackupHead = z.object({ madeAt: z.iso.datetime(), salt: hex(32), key: SecretName })
export type BackupHead = z.infer<typeof BackupHead>

/** Format of a product's backup files. Names and version are part of the file and of its keys. */
export interface BackupFormat<Head extends BackupHead> {
  /** First words of the file, such as `example backup`. */
  name: string
  /** A change of what follows the title needs a new number. */
  version: number
  /** The product, in messages. */
  product: string
  Head: z.ZodType<Head>
}

/** Title line of a file, which tells the format and its version. */
export const titleOf = ({ name, version }: Pick<BackupFormat<never>, 'name' | 'version'>): string =>
  `${name} ${version}\n`

/** Name of a secret in the head; `use` separates equal secrets of different uses. */
export function secretName({ name }: Pick<BackupFormat<never>, 'name'>, secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `${name}: name of the ${use} secret`, 8)).toString('hex')
}

/** Head of a new backup, with a random salt so that each backup has its own key. */
export function newHead(format: Pick<BackupFormat<never>, 'name'>, secret: string, madeAt: Date): BackupHead {
  return {
    madeAt: madeAt.toISOString(),
    salt: randomBytes(32).toString('hex'),
    key: secretName(format, secret, 'backup'),
  }
}

/** The AES-256 key of one backup. */
export function keyOf({ name }: Pick<BackupFormat<never>, 'name'>, { salt }: BackupHead, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'hex'), `${name}: pieces`, 32))
}
