import { Failure } from '@coverdesk/domain/failures.ts'
import type { Db } from '../platform/db/database.ts'

/** The list of user types among the generic lists. */
const userTypes = 'generic.8'

/** Fails naming the field when there is no such user type. */
export async function refuseUnknownType(db: Db, typeId: number): Promise<void> {
  const known = await db
    .selectFrom('lookup_values')
    .select('id')
    .where('list', '=', userTypes)
    .where('id', '=', typeId)
    .executeTakeFirst()
  if (!known) refuseField('typeId', 'This user type does not exist')
}

/** Refuses one field of a user with its sentence. */
export function refuseField(path: string, message: string): never {
  throw new Failure('request.invalid', { message: `${path}: ${message}`, details: [{ path, message }] })
}
