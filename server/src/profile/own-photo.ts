import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { photoBytes, photoPng } from './photo-image.ts'

export const findPhoto: Handler<typeof ownPhoto.photo> = async ({ db, user }) => {
  const row = await db.selectFrom('user_photos').select('png').where('user_id', '=', user.id).executeTakeFirst()
  return row ? { photo: `data:image/png;base64,${row.png.toString('base64')}` } : null
}

/** Saves a photo, re-encoded from its pixels; file name and declared type are ignored (P-52, P-53). */
export const setPhoto: Handler<typeof ownPhoto.setPhoto> = async ({ db, user, file, audit }) => {
  const png = await photoPng(await photoBytes(file ?? fail('photo.not_an_image')))
  return await inTransaction(db, async (db) => {
    await sql`
      insert into user_photos (user_id, png) values (${user.id}, ${png})
      on conflict (user_id) do update set png = excluded.png, changed_at = now()`.execute(db)
    await writeAudit(db, audit, { action: 'update', entity: 'photo', entityId: user.id, outcome: 'done' })
    return done
  })
}

export const removePhoto: Handler<typeof ownPhoto.removePhoto> = async ({ db, user, audit }) =>
  await inTransaction(db, async (db) => {
    await db.deleteFrom('user_photos').where('user_id', '=', user.id).execute()
    const facts = { removed: true }
    await writeAudit(db, audit, { action: 'update', entity: 'photo', entityId: user.id, outcome: 'done', facts })
    return done
  })
