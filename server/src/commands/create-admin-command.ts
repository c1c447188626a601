import { parseArgs } from 'node:util'
import { createAdmin } from '../access/accounts/create-admin.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { proveAuditSecret } from '../platform/installation/audit-secret-check.ts'
import { checkInstallationKind, recordInstallationKind } from '../platform/installation/installation-kind.ts'
import { openDatabase } from '../platform/installation/open-database.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'
import { askPassword } from './ask-password.ts'

const usage =
  'Usage: bin/coverdesk create-admin --user ana@agency.com --first-name Ana --last-name Reyes\n' +
  'The password is asked for, or read from the first line of standard input.'

/** Not for a demo, whose accounts have a public password. */
function refuseDemo(): never {
  throw new BootFailure(
    'A demo has its own administrator, and its password is public. For a real agency leave DEMO out or set DEMO=off, and choose a new DATA_DIR (or DATABASE_URL). No administrator was created.',
  )
}

/** `bin/coverdesk create-admin`: creates the first administrator of an agency. */
try {
  const { values } = parseArgs({
    options: {
      user: { type: 'string', default: process.env.ADMIN_USER },
      'first-name': { type: 'string', default: process.env.ADMIN_FIRST_NAME ?? 'System' },
      'last-name': { type: 'string', default: process.env.ADMIN_LAST_NAME ?? 'Administrator' },
    },
  })
  if (!values.user) throw new BootFailure(usage)
  const config = readConfig(process.env)
  if (config.requestedKind === 'demo') refuseDemo()
  const database = await openDatabase(config, console.log)
  try {
    if ((await checkInstallationKind(database.url, config)) === 'demo') refuseDemo()
    await migrate(database.url)
    await recordInstallationKind(database.url, config, 'agency')
    await proveAuditSecret(database.url, config.auditSecret)
    const password = await askPassword(`Password for ${values.user}: `)
    if (password === null) throw new BootFailure('Nothing was made.')
    await createAdmin(database.url, config, {
      userName: values.user,
      firstName: values['first-name'],
      lastName: values['last-name'],
      password,
      org: config.org,
    })
    console.log(`${values.user} is an administrator now.`)
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.stop()
  }
} catch (error) {
  const wrongOption = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isBootFailure(error)) console.error(error.message)
  else console.error(wrongOption ? `${error.message}\n${usage}` : error)
  process.exitCode = 1
}
