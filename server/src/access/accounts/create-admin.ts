import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { sealNow } from '../../audit/chain/seal-now.ts'
import { type AuditSource, commandSource, writeAuditOn } from '../../platform/audit/audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import { BootFailure } from '../../platform/runtime/boot-failure.ts'
import { refuseOwnWords, refusePassword } from '../passwords/refuse-password.ts'
import { createUser } from './create-user.ts'

/** The first administrator of an installation, who creates the other users. */
export interface NewAdmin {
  userName: string
  firstName: string
  lastName: string
  password: string
  /** The organization of a single-organization installation. */
  org?: string | null
}

/**
 * Creates an administrator with every right and its audit event in one transaction. Throws a BootFailure if the name is
 * taken or is not an email address, or if the password breaks the rule or is easy to guess.
 */
export async function createAdmin(
  url: string,
  config: Pick<Config, 'auditSecret' | 'passwordPolicy'>,
  admin: NewAdmin,
): Promise<void> {
  const userName = admin.userName.trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(userName))
    throw new BootFailure('The user must be an email address, such as --user ana@agency.com.')
  checkPassword(config, admin)
  await withConnection(url, 'create-admin', (client) =>
    insertWithAudit(client, config.auditSecret, { ...admin, userName }),
  )
  await sealNow(url, config.auditSecret)
}

function checkPassword(config: Pick<Config, 'passwordPolicy'>, admin: NewAdmin): void {
  try {
    refusePassword(config, admin.password)
    refuseOwnWords(admin.password, [admin.userName, admin.firstName, admin.lastName])
  } catch (error) {
    throw error instanceof Failure ? new BootFailure(`${error.message}.`) : error
  }
}

async function insertWithAudit(client: Connection, auditSecret: string, admin: NewAdmin): Promise<void> {
  try {
    await client.query('begin')
    const id = await insertAdministrator(client, commandSource(auditSecret), admin, 'create-admin')
    if (id === null) throw new BootFailure(`User ${admin.userName} already exists. Choose another name.`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Inserts a user with every right and its audit event; `by` names the command or page. Returns the id, or null if the user
 * name is taken. Must run in a transaction.
 */
export async function insertAdministrator(
  client: Connection,
  source: AuditSource,
  admin: NewAdmin,
  by: string,
): Promise<number | null> {
  const id = await createUser(client, {
    ...admin,
    roles: ['administrator', 'securityadmin', 'agent'],
    claims: allClaims,
    hasFullAgentAccess: true,
    type: 'Employee',
  })
  if (id === null) return null
  await writeAuditOn(client, source, {
    action: 'create',
    entity: 'user',
    entityId: id,
    outcome: 'done',
    facts: { by },
  })
  return id
}
