import pg from 'pg'
import { type DatabaseHosts, readDatabaseHosts } from './database-hosts.ts'
import { findHost, requireRole } from './find-host.ts'

type Connected = (error: Error | null, client?: pg.Client) => void

/**
 * The driver's client for an address of several servers or with `target_session_attrs`, of which the driver knows neither
 * (decision 190): it finds the server with the asked role before it connects.
 */
export class DatabaseClient extends pg.Client {
  readonly #cluster: DatabaseHosts | null

  constructor(config: pg.ClientConfig = {}) {
    const cluster = readDatabaseHosts(config.connectionString ?? '')
    super(cluster ? { ...config, connectionString: cluster.driverUrl } : config)
    this.#cluster = cluster
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    let broken: Error | undefined
    const note = (error: Error) => {
      broken ??= error
    }
    // A server may close a connection with the same packet that opens it, before the caller can listen for errors.
    this.on('error', note)
    const connecting = this.#connect().then((client) => {
      if (broken) throw broken
      return client
    })
    const stopNoting = () => void this.off('error', note)
    if (!callback) return connecting.finally(stopNoting)
    void connecting.then((client) => callback(null, client), callback).finally(stopNoting)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const cluster = this.#cluster
    const [only, ...others] = cluster?.hosts ?? []
    if (cluster) Object.assign(this, others.length > 0 ? await findHost(cluster) : only)
    await super.connect()
    if (!cluster || cluster.role === 'any') return this
    try {
      // Behind one name there may be another server now.
      await requireRole(this, cluster.role)
      return this
    } catch (error) {
      await this.end().catch(() => undefined)
      throw error
    }
  }
}
