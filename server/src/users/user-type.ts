import { failField } from '@coverdesk/domain/invalid-fields.ts'
import type { Db } from '../platform/db/database.ts'

/** The lookup list of user types. */
const userTypes = 'generic.8'

/** Fails naming the field when the user type does not exist. */
export async function requireUserType(db: Db, typeId: number): Promise<void> {
  const known = await db
    .selectFrom('lookup_values')
    .select('id')
    .where('list', '=', userTypes)
    .where('id', '=', typeId)
    .executeTakeFirst()
  if (!known) failField('typeId', 'This user type does not exist')
}
