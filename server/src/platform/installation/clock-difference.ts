import { withConnection } from '../db/connection.ts'

/** Tolerated clock difference in seconds. */
const maxDifference = 60

/**
 * Warning when this machine's clock differs from the database's, or null (P-82). Sessions, codes and deadlines use the
 * database's clock; the log, 'today' and certificates use this one.
 */
export async function clockDifference(url: string, now: () => number = Date.now): Promise<string | null> {
  const ahead = await withConnection(url, 'start', async (client) => {
    const before = now()
    const { rows } = await client.query<{ at: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as at',
    )
    return ((before + now()) / 2 - Number(rows[0]?.at)) / 1_000
  })
  if (Math.abs(ahead) <= maxDifference) return null
  return `The clock of this machine is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the database's. People can work, as sessions go by the database's clock, but dates and the log will be wrong: set both clocks by NTP, and start again.`
}

function duration(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3_600)} hours`
}
