import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import type { setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { callerOf } from '../access/accounts/account-name.ts'
import { insertAdministrator } from '../access/accounts/create-admin.ts'
import { refuseOwnWords, refusePassword } from '../access/passwords/refuse-password.ts'
import { rateLimit } from '../access/rate-limit.ts'
import { withConnection } from '../platform/db/connection.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { checkSetupCode } from './setup-links.ts'

/** Maximum attempts of one address per quarter hour; allows for typing errors. */
const attempts = { max: 30, minutes: 15 }

/** Succeeds if the link is valid; fails with `setup.link_invalid` otherwise. */
export const checkLink: Handler<typeof setup.check> = async (call, { code }) => {
  await countAttempt(call)
  await withConnection(call.services.databaseUrl, 'setup', (connection) => checkSetupCode(connection, code))
  return done
}

/**
 * Creates the first administrator, with every right, and deletes all setup links in the same transaction. Of concurrent
 * requests one succeeds. The password must follow the password rules.
 */
export const createFirstAdministrator: Handler<typeof setup.createAdministrator> = async (call, input) => {
  const { services, audit } = call
  const { code, user: userName, firstName, lastName, pass: password } = input
  await countAttempt(call)
  refusePassword(services.config, password)
  refuseOwnWords(password, [userName, firstName, lastName, services.brands.own.name])
  await withConnection(services.databaseUrl, 'setup', async (connection) => {
    await connection.query('begin')
    try {
      await connection.query(`select pg_advisory_xact_lock(hashtext('first administrator'))`)
      await checkSetupCode(connection, code)
      const admin = { userName, firstName, lastName, password, org: services.config.org }
      const id = await insertAdministrator(connection, audit, admin, 'setup link')
      if (id === null) fail('setup.link_invalid')
      await connection.query('delete from setup_links')
      await connection.query('commit')
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
  })
  return done
}

async function countAttempt({ db, address }: Call): Promise<void> {
  await rateLimit(db, { call: 'setup', caller: callerOf(address), limit: attempts.max, minutes: attempts.minutes })
}
