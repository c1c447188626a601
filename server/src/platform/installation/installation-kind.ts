import type { InstallationKind, StartConfig } from '../config/config.ts'
import { type Connection, withConnection } from '../db/connection.ts'
import { BootFailure } from '../runtime/boot-failure.ts'

type Requested = Pick<StartConfig, 'requestedKind'>

/**
 * Kind of the installation of a database, or null for an empty one. Throws a BootFailure when the settings request the other
 * kind. Read-only, so it can run before migrations.
 */
export async function checkInstallationKind(
  ownerUrl: string,
  { requestedKind }: Requested,
): Promise<InstallationKind | null> {
  return await withConnection(ownerUrl, 'start', async (client) => {
    const kind = (await storedKind(client)) ?? (await kindByContents(client))
    refuseOtherKind(kind, requestedKind)
    return kind
  })
}

/**
 * Stores the kind of the installation once and returns it: the stored kind, or by contents, settings or `fallback`, in this
 * order. Requires the current schema.
 */
export async function recordInstallationKind<Fallback extends InstallationKind | null>(
  ownerUrl: string,
  { requestedKind }: Requested,
  fallback: Fallback,
): Promise<InstallationKind | Fallback> {
  return await withConnection(ownerUrl, 'start', async (client) => {
    const stored = await storedKind(client)
    const kind = stored ?? (await kindByContents(client)) ?? requestedKind ?? fallback
    if (kind && !stored)
      await client.query('insert into installation (kind) values ($1) on conflict do nothing', [kind])
    // Of two concurrent first starts with different settings, the second one fails.
    const decided = await storedKind(client)
    refuseOtherKind(decided, requestedKind)
    return decided ?? fallback
  })
}

/** Whether the database contains no data of an agency or demo. */
export async function isEmptyInstallation(client: Connection): Promise<boolean> {
  return (await contentsOf(client)) === 'nothing'
}

function refuseOtherKind(kind: InstallationKind | null, requested: InstallationKind | null): void {
  if (!kind || !requested || kind === requested) return
  throw new BootFailure(
    kind === 'agency'
      ? 'This database belongs to a real agency, which DEMO=on would open to the demo accounts. Leave DEMO out to start the agency, or choose a new DATA_DIR (or DATABASE_URL) for a demo.'
      : 'This database holds a demo, whose password is public, and cannot become a real agency. Leave DEMO out to start the demo, or choose a new DATA_DIR (or DATABASE_URL) for the agency.',
  )
}

async function storedKind(client: Connection): Promise<InstallationKind | null> {
  if (!(await hasTable(client, 'installation'))) return null
  const { rows } = await client.query<{ kind: InstallationKind }>('select kind from installation')
  return rows[0]?.kind ?? null
}

/** For databases without a stored kind: demo accounts mean a demo, any other data an agency. */
async function kindByContents(client: Connection): Promise<InstallationKind | null> {
  const contents = await contentsOf(client)
  return contents === 'nothing' ? null : contents
}

/** One of these has rows as soon as an installation is used; lookup seeds leave them empty. */
const ownTables = ['users', 'contacts', 'agents', 'carriers', 'policies', 'audit_events', 'log_entries']

async function contentsOf(client: Connection): Promise<InstallationKind | 'nothing'> {
  let filled = false
  for (const table of ownTables) {
    if (filled || !(await hasTable(client, table))) continue
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${table}) as filled`)
    filled = rows[0]?.filled ?? false
  }
  if (!filled) return 'nothing'
  if (!(await hasTable(client, 'users'))) return 'agency'
  const { rows } = await client.query<{ demo: boolean }>(
    `select exists (select from users where user_name like '%@demo.test') as demo`,
  )
  return rows[0]?.demo ? 'demo' : 'agency'
}

async function hasTable(client: Connection, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  return rows[0]?.there ?? false
}
