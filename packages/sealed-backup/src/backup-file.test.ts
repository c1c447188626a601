import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackupFile, writeBackupFile } from './backup-file.ts'
import { type BackupFormat, BackupHead, newHead } from './backup-format.ts'
import { part, rowParts } from './parts.ts'
import { readHead } from './read-head.ts'

const format: BackupFormat<BackupHead> = { name: 'example backup', version: 3, product: 'Example', Head: BackupHead }
const secret = 'a secret of an example installation'
const madeAt = new Date('2030-01-02T03:04:05Z')
/** Incompressible, and longer than a chunk and than a part of rows. */
const rows = randomBytes(3 * 2 ** 20)

let folder: string
let file: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-backup-'))
  file = join(folder, 'example.backup')
  await writeBackupFile(format, file, newHead(format, secret, madeAt), secret, exampleParts())
})
afterAll(() => rmSync(folder, { recursive: true }))

async function* exampleParts(): AsyncGenerator<Buffer> {
  yield part('contents', '{"tables":["people"]}')
  yield part('table', 'people')
  const digest = yield* rowParts(pieces())
  yield part('digests', digest)
}

async function* pieces(): AsyncGenerator<Buffer> {
  for (let at = 0; at < rows.length; at += 10_007) yield rows.subarray(at, at + 10_007)
}

const read = (path: string, key = secret) =>
  readBackupFile(format, path, key, async (parts) => {
    const found: [string, Buffer][] = []
    for await (const { kind, bytes } of parts) found.push([kind, Buffer.from(bytes)])
    return found
  })

test('what was written is read back, in order and byte by byte', async () => {
  const found = await read(file)
  const ofKind = (wanted: string) => Buffer.concat(found.filter(([kind]) => kind === wanted).map(([, bytes]) => bytes))
  expect(found.at(0)).toEqual(['contents', Buffer.from('{"tables":["people"]}')])
  expect(found.at(1)).toEqual(['table', Buffer.from('people')])
  expect(ofKind('rows').equals(rows)).toBe(true)
  expect(found.at(-1)?.[0]).toBe('digests')
})

test('the head is readable without the secret, and the contents are not in the clear', async () => {
  expect((await readHead(format, file)).head).toMatchObject({ madeAt: madeAt.toISOString() })
  expect(readFileSync(file).includes('people')).toBe(false)
})

test('two backups of the same contents with the same secret have different keys', async () => {
  const second = join(folder, 'second.backup')
  await writeBackupFile(format, second, newHead(format, secret, madeAt), secret, exampleParts())
  const tails = [file, second].map((path) => readFileSync(path).subarray(-64).toString('hex'))
  expect(tails[0]).not.toBe(tails[1])
})

test.each([
  [
    'an altered byte',
    (bytes: Buffer) => Buffer.from(bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1)),
  ],
  ['a missing last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['a byte too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ['only its head', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('}') + 1)],
])('a file with %s is damaged', async (_, change) => {
  const copy = join(folder, 'copy.backup')
  writeFileSync(copy, change(readFileSync(file)))
  await expect(read(copy)).rejects.toThrow(`The backup ${copy} is damaged`)
})

test('a chunk that was left out or moved is noticed', async () => {
  const bytes = readFileSync(file)
  const { end } = await readHead(format, file)
  const chunks: Buffer[] = []
  for (let at = end; at < bytes.length; at += 4 + bytes.readUInt32BE(at))
    chunks.push(bytes.subarray(at, at + 4 + bytes.readUInt32BE(at)))
  expect(chunks.length).toBeGreaterThan(2)
  const [first, second, ...others] = chunks
  const copy = join(folder, 'chunks.backup')
  for (const order of [
    [second, first, ...others],
    [first, ...others],
  ]) {
    writeFileSync(copy, Buffer.concat([bytes.subarray(0, end), ...order.map((chunk) => chunk ?? Buffer.alloc(0))]))
    await expect(read(copy)).rejects.toThrow('it was altered')
  }
})

test('another secret opens nothing', async () => {
  await expect(read(file, 'another secret')).rejects.toThrow('is damaged')
})

test.each([
  ['of a newer version', 'example backup 4\n', 'was made by a newer version of Example (format 4)'],
  ['of another product', 'other backup 3\n', 'is no backup of Example'],
])('a file %s is refused by name', async (_, title, message) => {
  const copy = join(folder, 'title.backup')
  writeFileSync(copy, title)
  await expect(readHead(format, copy)).rejects.toThrow(message)
})

test('a missing file and a folder are refused by name', async () => {
  await expect(readHead(format, join(folder, 'none'))).rejects.toThrow('There is no file')
  await expect(readHead(format, folder)).rejects.toThrow('is a folder')
})
