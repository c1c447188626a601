import { type ServerProcess, serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'

/** Which processes of a PostgreSQL a test kills. */
export const databaseVictims = ['the postmaster', 'some backends', 'the postmaster and some backends'] as const
export type DatabaseVictims = (typeof databaseVictims)[number]

/** Kills processes of the PostgreSQL that works in the folder `cluster` with SIGKILL; returns whether its postmaster ran. */
export function killDatabase(cluster: string, victims: DatabaseVictims): boolean {
  const all = serversOn(cluster)
  const head = all.find(({ pid }) => all.some(({ parent }) => parent === pid))
  const others = all.filter((process) => process !== head)
  if (victims !== 'some backends' && head) endNow(head)
  if (victims !== 'the postmaster') for (const process of others.slice(0, others.length / 2)) endNow(process)
  return head !== undefined
}

/** Kills every process of the PostgreSQL that works in the folder `cluster`, as the loss of its machine does. */
export function killWholeDatabase(cluster: string): void {
  for (const process of serversOn(cluster)) endNow(process)
}

function endNow({ pid }: ServerProcess): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
