import { createHash } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { FormFile } from '../platform/http/http-call.ts'

/** Stores a file of a form; returns its id. */
export async function keepFile(db: Db, userId: number | null, { name, mediaType, content }: FormFile): Promise<number> {
  const sum = createHash('sha256').update(content).digest()
  const { rows } = await sql<{ id: number }>`
    insert into files (name, mime, bytes, sha256, content, created_by)
    values (${shownName(name)}, ${shownType(mediaType)}, ${content.length}, ${sum}, ${content}, ${userId}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? fail('server.error')
}

/**
 * Last path segment of the uploaded name, without unprintable or direction-changing characters and personal numbers
 * (P-53, P-61).
 */
function shownName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const plain = maskNumbers(last.replace(/\p{C}/gu, '').trim())
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? ''
  return plain.length <= 150 ? plain || 'attachment' : plain.slice(0, 150 - ending.length) + ending
}

/** A valid media type; anything else becomes `application/octet-stream`. */
function shownType(mediaType: string): string {
  return /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/.test(mediaType) ? mediaType : 'application/octet-stream'
}

/** Content of a stored file. Fails with `record.not_found`. */
export async function contentOf(db: Db, fileId: number): Promise<Buffer> {
  const { rows } = await sql<{ content: Buffer }>`select content from files where id = ${fileId}`.execute(db)
  return rows[0]?.content ?? fail('record.not_found')
}
