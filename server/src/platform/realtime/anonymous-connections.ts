import type { Socket } from 'engine.io'

/** Connection of a client, by any transport. */
export type Connection = Socket

/** Connections that have not authenticated, limited in number and lifetime. */
export function anonymousConnections(limits: { anonymousMs: number; anonymous: number; anonymousPerAddress: number }) {
  const waiting = new Map<Connection, { address: string; timer: NodeJS.Timeout }>()
  const byAddress = new Map<string, number>()

  function remove(connection: Connection): void {
    const found = waiting.get(connection)
    if (!found) return
    waiting.delete(connection)
    clearTimeout(found.timer)
    const left = (byAddress.get(found.address) ?? 1) - 1
    if (left > 0) byAddress.set(found.address, left)
    else byAddress.delete(found.address)
  }

  return {
    /** Whether a further connection from the address is one too many. */
    isFull: (address: string): boolean =>
      waiting.size >= limits.anonymous || (byAddress.get(address) ?? 0) >= limits.anonymousPerAddress,
    /** Adds a connection, which is closed unless it is removed in time. */
    add(connection: Connection, address: string): void {
      const timer = setTimeout(() => connection.close(true), limits.anonymousMs)
      waiting.set(connection, { address, timer })
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      connection.once('close', () => remove(connection))
    },
    /** Removes a connection that authenticated or closed. */
    remove,
  }
}
