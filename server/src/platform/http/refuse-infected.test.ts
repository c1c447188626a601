import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { refuseInfected } from './refuse-infected.ts'

let clamd: Server | undefined
afterEach(() => void clamd?.close())

/** Fake clamd(8) that implements INSTREAM and detects `EICAR`. */
async function startScanner(answer?: string): Promise<{ host: string; port: number; received: () => Buffer }> {
  const contents: Buffer[] = []
  clamd = createServer((socket) => {
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      const content = contentOf(Buffer.concat(pieces))
      if (!content) return
      contents.push(content)
      const found = content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'
      socket.end(answer ?? found)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => clamd?.listen(0, '127.0.0.1', resolve))
  const address = clamd.address()
  if (typeof address !== 'object' || !address) throw new Error('The scanner has no port')
  return { host: '127.0.0.1', port: address.port, received: () => Buffer.concat(contents) }
}

/** Chunks of a complete stream; null until it is complete. */
function contentOf(input: Buffer): Buffer | null {
  const command = Buffer.from('zINSTREAM\0')
  if (!input.subarray(0, command.length).equals(command)) return null
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= input.length; ) {
    const length = input.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(input.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const file = (content: Buffer | string) => ({ name: 'a.txt', mediaType: 'text/plain', content: Buffer.from(content) })

test('a clean file passes and the scanner sees every byte of it', async () => {
  const scanner = await startScanner()
  const content = Buffer.alloc(200_000, 'a')
  await refuseInfected(scanner, file(content))
  expect(scanner.received().equals(content)).toBe(true)
})

test('an infected file is refused with the name of the signature', async () => {
  const scanner = await startScanner()
  await expect(refuseInfected(scanner, file('EICAR'))).rejects.toMatchObject({
    code: 'file.infected',
    message: expect.stringContaining('Eicar-Test-Signature'),
  })
})

test('a file is rejected when the scanner is unreachable or refuses it', async () => {
  await expect(refuseInfected({ host: '127.0.0.1', port: 1 }, file('a'))).rejects.toMatchObject({
    code: 'file.scan_unavailable',
  })
  const scanner = await startScanner('INSTREAM size limit exceeded. ERROR\0')
  await expect(refuseInfected(scanner, file('a'))).rejects.toMatchObject({ code: 'file.scan_unavailable' })
})
