import { fail } from '@coverdesk/domain/failures.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { SignInUser } from '../access/sign-in/login-methods.ts'
import type { Db } from '../platform/db/database.ts'

/** A user as far as second factors and their messages ask. */
export interface FactorUser extends SignInUser {
  userName: string
  language: MessageLanguage
}

/** Reads a user of whom a session or a login under way is at hand. */
export async function factorPerson(db: Db, userId: number): Promise<FactorUser> {
  const { rows } = await sql<FactorUser>`
    select id, user_name as "userName", roles, email, phone, language from users where id = ${userId}`.execute(db)
  return rows[0] ?? fail('session.ended')
}
