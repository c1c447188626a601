import { randomBytes } from 'node:crypto'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { type FieldSealer, fieldSealer, SealBroken } from '../platform/secrets/sealed-field.ts'

/** What the link of an e-mail holds: whose address it went to, and which message it was. */
export interface OptOutLink {
  address: string
  /** The writer's own id of the message, by which it is found however contacts are merged. */
  submissionId: string
  language: MessageLanguage
}

/** The page behind the link, and where mail programs post to. */
export const optOutPath = '/stop-emails'

const Held = z.tuple([z.string(), z.uuid(), z.enum(['en', 'es'])])

/** Where the key stands, and what it seals: so neither opens as the other. */
const keyPlace = { table: 'agency_settings', row: 'true', column: 'link_key_sealed' }
const linkPlace = { table: 'opt-out-link', row: '', column: '' }

/**
 * A link that opts an address out of e-mails. What it holds is sealed (AES-256-GCM), so that nobody guesses one, nor reads the
 * address in it. Nothing is kept of it: it works for as long as the database stands, also after its message and contact went.
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

/** What a link holds; undefined of one that we never made. */
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

/** By a key that is made once for the life of the database, and is itself kept under the installation's secret. */
async function linkSealer(db: Db, { sealer }: Pick<Services, 'sealer'>): Promise<FieldSealer> {
  const kept = await keptKey(db)
  if (kept) return fieldSealer(sealer.open(keyPlace, kept))
  await sql`
    update agency_settings set link_key_sealed = ${sealer.seal(keyPlace, randomBytes(32).toString('base64'))}
    where link_key_sealed is null`.execute(db)
  const made = await keptKey(db)
  if (!made) throw new Error('The agency has no settings')
  return fieldSealer(sealer.open(keyPlace, made))
}

async function keptKey(db: Db): Promise<Buffer | null> {
  const { rows } = await sql<{ kept: Buffer | null }>`select link_key_sealed as kept from agency_settings`.execute(db)
  return rows[0]?.kept ?? null
}
