import { Socket } from 'node:net'
import pg from 'pg'

/** A few connections that take many small statements at once. */
export interface PipelinedConnections {
  /** Runs a statement on the emptier lane; null when all are full, and a pool should take it. */
  run: <Row extends object>(statement: { name: string; text: string; values: unknown[] }) => Promise<Row[]> | null
  end: () => Promise<void>
}

interface Lane {
  client: pg.Client
  open: Promise<unknown>
  waiting: number
  /** Sends what was asked in this turn of the event loop. */
  send: () => void
  /** Closes it once those who wait in it have heard; the next statement opens another. */
  drop: () => void
}

/** Two keep a processor of the database busy; more cost it the warmth of its caches. */
const lanesAtMost = 2
/** Statements that may wait in a lane: what is stuck there holds up no more than these. */
const waitingAtMost = 16

/**
 * Connections on which statements go out before the ones before them are answered, those of one turn of the event loop in
 * one write. To wake a backend for each statement costs a list page a fifth of its time on both sides. Only for
 * statements that are known to take a millisecond or so: whoever is behind a slow one waits for it. Each is a transaction of
 * its own, as on a pool, and fails alone.
 */
export function openPipelinedConnections(config: pg.ClientConfig): PipelinedConnections {
  const lanes: (Lane | undefined)[] = Array.from({ length: lanesAtMost })
  let ended = false

  function open(at: number): Lane {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    let held = false
    const lane: Lane = {
      client,
      open: client.connect(),
      waiting: 0,
      send() {
        if (held) return
        held = true
        socket.cork()
        setImmediate(() => {
          held = false
          socket.uncork()
        })
      },
      drop() {
        if (lanes[at] !== lane) return
        lanes[at] = undefined
        void client.end().catch(() => undefined)
      },
    }
    client.on('error', lane.drop)
    client.on('end', lane.drop)
    lane.open.catch(lane.drop)
    lanes[at] = lane
    return lane
  }

  function emptiest(): Lane {
    const [first, ...others] = lanes.map((lane, at) => lane ?? open(at))
    return others.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least), first ?? open(0))
  }

  async function ask<Row extends object>(lane: Lane, statement: pg.QueryConfig): Promise<Row[]> {
    lane.waiting++
    try {
      await lane.open
      lane.send()
      return (await lane.client.query<Row>(statement)).rows
    } catch (error) {
      // What the statement itself did wrong leaves the connection as it was.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') lane.drop()
      throw error
    } finally {
      lane.waiting--
    }
  }

  return {
    run(statement) {
      if (ended) return null
      const lane = emptiest()
      return lane.waiting < waitingAtMost ? ask(lane, statement) : null
    },
    async end() {
      ended = true
      await Promise.all(lanes.map((lane) => lane?.open.then(() => lane.client.end()).catch(() => undefined)))
    },
  }
}
