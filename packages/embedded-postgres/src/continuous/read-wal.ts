import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentName, segmentStart } from './wal-position.ts'

/** Stretch of the write-ahead log within one segment. */
export interface WalRange {
  timeline: number
  segmentBytes: number
  from: bigint
  to: bigint
}

/** Bytes of a stretch that the server has flushed; they do not change afterwards. */
export async function readWal(cluster: string, { timeline, segmentBytes, from, to }: WalRange): Promise<Buffer> {
  const file = await open(join(cluster, 'pg_wal', segmentName(timeline, from, segmentBytes)))
  try {
    const bytes = Buffer.alloc(Number(to - from))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, Number(from - segmentStart(from, segmentBytes)))
    if (bytesRead !== bytes.length) throw new Error('The write-ahead log is shorter than the server says')
    return bytes
  } finally {
    await file.close()
  }
}
