import { fail } from '@coverdesk/domain/fail.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { SignInUser } from '../messages/login-methods.ts'
import type { Db } from '../platform/db/database.ts'

/** User data needed for second factors and their messages. */
export interface FactorUser extends SignInUser {
  userName: string
  language: MessageLanguage
}

/** Reads the user of an existing session or login attempt. */
export async function factorPerson(db: Db, userId: number): Promise<FactorUser> {
  const { rows } = await sql<FactorUser>`
    select id, user_name as "userName", roles, email, phone, language from users where id = ${userId}`.execute(db)
  return rows[0] ?? fail('session.ended')
}
