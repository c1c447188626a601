import { randomBytes } from 'node:crypto'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { type FieldSealer, fieldSealer, SealBroken } from '../platform/secrets/sealed-field.ts'

/** Content of an opt-out link: the address it was sent to and its message. */
export interface OptOutLink {
  address: string
  /** Submission id of the message, which stays valid when contacts are merged. */
  submissionId: string
  language: MessageLanguage
}

/** Path of the page and of one-click posts by mail programs. */
export const optOutPath = '/stop-emails'

const Held = z.tuple([z.string(), z.uuid(), z.enum(['en', 'es'])])

/** Sealing contexts of the key and of the link, so that neither opens as the other. */
const keyPlace = { table: 'agency_settings', row: 'true', column: 'link_key_sealed' }
const linkPlace = { table: 'opt-out-link', row: '', column: '' }

/**
 * Link that opts an address out of emails. Its content is sealed (AES-256-GCM), so that it cannot be guessed or read.
 * Nothing is stored, so it works as long as the database exists, even after its message and contact are deleted.
 */
export async function makeOptOutLink(
  db: Db,
  services: Pick<Services, 'sealer' | 'config'>,
  { address, submissionId, language }: OptOutLink,
): Promise<string> {
  const sealer = await linkSealer(db, services)
  const id = sealer.seal(linkPlace, JSON.stringify([address, submissionId, language])).toString('base64url')
  return `${services.config.publicUrl}${optOutPath}?id=${id}`
}

/** Content of a link; undefined for a link that we did not create. */
export async function readOptOutToken(
  db: Db,
  services: Pick<Services, 'sealer'>,
  token: string,
): Promise<OptOutLink | undefined> {
  const sealer = await linkSealer(db, services)
  try {
    const [address, submissionId, language] = Held.parse(
      JSON.parse(sealer.open(linkPlace, Buffer.from(token, 'base64url'))),
    )
    return { address, submissionId, language }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Sealer with a key that is created once per database and stored under the installation's secret. */
async function linkSealer(db: Db, { sealer }: Pick<Services, 'sealer'>): Promise<FieldSealer> {
  const storedKey = await readLinkKey(db)
  if (storedKey) return fieldSealer(sealer.open(keyPlace, storedKey))
  await sql`
    update agency_settings set link_key_sealed = ${sealer.seal(keyPlace, randomBytes(32).toString('base64'))}
    where link_key_sealed is null`.execute(db)
  const createdKey = await readLinkKey(db)
  if (!createdKey) throw new Error('The agency has no settings')
  return fieldSealer(sealer.open(keyPlace, createdKey))
}

async function readLinkKey(db: Db): Promise<Buffer | null> {
  const { rows } = await sql<{ kept: Buffer | null }>`select link_key_sealed as kept from agency_settings`.execute(db)
  return rows[0]?.kept ?? null
}
