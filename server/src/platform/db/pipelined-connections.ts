import { Socket } from 'node:net'
import pg from 'pg'

/** A few connections that each run many small statements at once. */
export interface PipelinedConnections {
  /** Runs a statement on the least busy connection; null when all are full and the pool should run it. */
  run: <Row extends object>(statement: { name: string; text: string; values: unknown[] }) => Promise<Row[]> | null
  end: () => Promise<void>
}

interface PipelinedConnection {
  client: pg.Client
  open: Promise<unknown>
  pending: number
  /** Batches the statements of one event loop turn into one write. */
  send: () => void
  /** Closes it after its pending statements; the next statement opens another. */
  drop: () => void
}

/** Two keep one database core busy; more would cost its caches. */
const maxConnections = 2
/** Pending statements per connection; limits how many a stuck one can block. */
const maxPending = 16

/**
 * Opens connections in pipeline mode: statements are sent before earlier results arrive. Waking a backend for each
 * statement would cost a list page a fifth of its time. Only for statements that take about a millisecond, because they
 * queue behind each other. Each is its own transaction and fails alone.
 */
export function openPipelinedConnections(config: pg.ClientConfig): PipelinedConnections {
  const connections: (PipelinedConnection | undefined)[] = Array.from({ length: maxConnections })
  let ended = false

  function open(at: number): PipelinedConnection {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    let isTaken = false
    const connection: PipelinedConnection = {
      client,
      open: client.connect(),
      pending: 0,
      send() {
        if (isTaken) return
        isTaken = true
        socket.cork()
        setImmediate(() => {
          isTaken = false
          socket.uncork()
        })
      },
      drop() {
        if (connections[at] !== connection) return
        connections[at] = undefined
        void client.end().catch(() => undefined)
      },
    }
    client.on('error', connection.drop)
    client.on('end', connection.drop)
    connection.open.catch(connection.drop)
    connections[at] = connection
    return connection
  }

  function emptiest(): PipelinedConnection {
    const [first, ...others] = connections.map((connection, at) => connection ?? open(at))
    return others.reduce(
      (least, connection) => (connection.pending < least.pending ? connection : least),
      first ?? open(0),
    )
  }

  async function execute<Row extends object>(
    connection: PipelinedConnection,
    statement: pg.QueryConfig,
  ): Promise<Row[]> {
    connection.pending++
    try {
      await connection.open
      connection.send()
      return (await connection.client.query<Row>(statement)).rows
    } catch (error) {
      // An error of the statement itself leaves the connection usable.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') connection.drop()
      throw error
    } finally {
      connection.pending--
    }
  }

  return {
    run(statement) {
      if (ended) return null
      const connection = emptiest()
      return connection.pending < maxPending ? execute(connection, statement) : null
    },
    async end() {
      ended = true
      await Promise.all(
        connections.map((connection) => connection?.open.then(() => connection.client.end()).catch(() => undefined)),
      )
    },
  }
}
