import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveAssets } from './serve-assets.ts'

const script = `export const much = '${'words '.repeat(500)}'`
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coverdesk-assets-'))
  await writeFile(join(folder, 'App-1.js'), script)
  await writeFile(join(folder, 'App-1.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'App-1.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'small-1.css'), 'a{}')
  app = fastify({ routerOptions: { caseSensitive: false } })
  await serveAssets(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const ask = (encodings: string | undefined, headers: Record<string, string> = {}) =>
  app.inject({
    url: '/assets/App-1.js',
    headers: { ...(encodings === undefined ? {} : { 'accept-encoding': encodings }), ...headers },
  })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['br;q=0.5', 'br', brotliDecompressSync],
  ['GZIP', 'gzip', gunzipSync],
])('Accept-Encoding %s gets the precompressed script: %s', async (encodings, coding, unpack) => {
  const answer = await ask(encodings)
  expect(answer.headers).toMatchObject({
    'content-encoding': coding,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(unpack(answer.rawPayload).toString()).toBe(script)
})

test.each([[undefined], ['identity'], ['br;q=0, gzip;q=0.0'], ['brotli']])(
  'who takes %s gets it as it is',
  async (encodings) => {
    const answer = await ask(encodings)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.body).toBe(script)
  },
)

test('each coding has its own ETag, and a matching If-None-Match gets 304', async () => {
  const [packed, plain] = [await ask('br'), await ask(undefined)]
  expect(packed.headers.etag).not.toBe(plain.headers.etag)
  const again = await ask('br', { 'if-none-match': String(packed.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask('br', { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200)
})

test('an asset without precompressed file is sent uncompressed, and HEAD has its length', async () => {
  const answer = await app.inject({ url: '/assets/small-1.css', headers: { 'accept-encoding': 'br' } })
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['a{}', undefined])
  const head = await app.inject({ method: 'HEAD', url: '/assets/small-1.css' })
  expect([head.body, head.headers['content-length']]).toEqual(['', '3'])
})

test.each(['nothing.js', 'App-1.js.br', '../package.json', '%2e%2e%2fpackage.json', 'App-1.js%00', '.', ''])(
  'nothing but the names of the build is there: %s',
  async (name) => {
    expect((await app.inject({ url: `/assets/${name}` })).statusCode).toBe(404)
  },
)
