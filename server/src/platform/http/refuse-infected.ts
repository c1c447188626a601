import { connect } from 'node:net'
import { fail } from '@coverdesk/domain/fail.ts'
import type { ScannerAddress } from '../config/config.ts'
import type { FormFile } from './http-call.ts'

const timeoutMs = 20_000
/** Larger pieces gain nothing; clamd's own limit is for the whole stream. */
const chunkBytes = 64 * 1024

/**
 * Scans a file with clamd's INSTREAM command (clamd(8)). Fails with `file.infected`, which names the signature, or with
 * `file.scan_unavailable` when clamd is unreachable, rejects the file or takes longer than 20 s.
 */
export async function refuseInfected(scanner: ScannerAddress, file: FormFile): Promise<void> {
  const answer = await scan(scanner, file.content).catch((cause: unknown) => fail('file.scan_unavailable', { cause }))
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (found) fail('file.infected', { message: `The virus scanner found ${found} in this file, so it was not saved` })
  if (answer !== 'stream: OK') fail('file.scan_unavailable', { cause: new Error(`clamd answered: ${answer}`) })
}

function scan(scanner: ScannerAddress, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(scanner)
    const received: Buffer[] = []
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd timed out')))
    socket.on('error', reject)
    socket.on('data', (piece: Buffer) => received.push(piece))
    socket.on('close', () => resolve(Buffer.concat(received).toString('utf8').replace(/\0/g, '').trim()))
    socket.write('zINSTREAM\0')
    for (let at = 0; at < content.length; at += chunkBytes) {
      const chunk = content.subarray(at, at + chunkBytes)
      socket.write(lengthOf(chunk.length))
      socket.write(chunk)
    }
    // A chunk of length zero ends the stream.
    socket.write(lengthOf(0))
  })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
