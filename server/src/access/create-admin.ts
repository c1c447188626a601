import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { keepsPasswordRule, passwordRuleMessage } from '@coverdesk/domain/access/password-rule.ts'
import { commandSource, writeAuditOn } from '../platform/audit.ts'
import { BootFailure } from '../platform/boot-failure.ts'
import { type Connection, withConnection } from '../platform/connection.ts'
import { createUser } from './create-user.ts'

/** The first administrator of an installation, who makes the others. */
export interface NewAdmin {
  userName: string
  firstName: string
  lastName: string
  password: string
  /** Of an installation of one organisation: that one. */
  org?: string | null
}

/**
 * Makes an administrator with every right, and the audit event of it, in one transaction. Throws a BootFailure with a
 * sentence when the name is taken or is no e-mail address, or the password does not keep the rule; then nothing is made.
 */
export async function createAdmin(url: string, auditSecret: string, admin: NewAdmin): Promise<void> {
  const userName = admin.userName.trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(userName))
    throw new BootFailure('The user must be an e-mail address, such as --user ana@agency.com.')
  if (!keepsPasswordRule(admin.password)) throw new BootFailure(`${passwordRuleMessage}.`)
  await withConnection(url, 'create-admin', (client) => make(client, auditSecret, { ...admin, userName }))
}

async function make(client: Connection, auditSecret: string, admin: NewAdmin): Promise<void> {
  try {
    await client.query('begin')
    const id = await createUser(client, {
      ...admin,
      roles: ['administrator', 'securityadmin', 'agent'],
      claims: allClaims,
      hasFullAgentAccess: true,
    })
    if (id === null) throw new BootFailure(`There is a user ${admin.userName} already. Choose another name.`)
    await writeAuditOn(client, commandSource(auditSecret), {
      action: 'create',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { by: 'create-admin' },
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
