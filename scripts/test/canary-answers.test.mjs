import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canary } from '../../e2e/support/canary.ts'

const watch = join(import.meta.dirname, '../../e2e/support/scan-responses.ts')
/** A server that leaks a number in many ways and prints its port. */
const leaky = `
  import { createServer } from 'node:http'
  import { fileURLToPath } from 'node:url'
  import PDFDocument from 'pdfkit'
  import { brotliCompressSync, gzipSync, deflateRawSync } from 'node:zlib'
  const ssn = '${canary.seeded.ssn}'
  const shown = ssn.slice(0, 3) + '-' + ssn.slice(3, 5) + '-' + ssn.slice(5)
  const zip = (text) => {
    const part = deflateRawSync(text)
    const head = Buffer.alloc(30)
    head.write('PK\\x03\\x04', 'latin1')
    head.writeUInt16LE(8, 8)
    return Buffer.concat([head, part])
  }
  const responses = {
    '/clean': (r) => r.end('•••-••-7263 of ${canary.lastName}'),
    '/plain': (r) => r.end(JSON.stringify({ ssn })),
    '/in-two': (r) => { r.write(ssn.slice(0, 4)); setTimeout(() => r.end(ssn.slice(4)), 5) },
    '/gzip': (r) => r.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(9e4) + shown)),
    '/brotli': (r) => { r.setHeader('content-encoding', 'br'); r.end(brotliCompressSync(shown)) },
    '/workbook': (r) => r.end(zip('<t>' + ssn + '</t>')),
    '/pdf': (r) => {
      const pdf = new PDFDocument({ font: fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff')) })
      pdf.text('The number is ' + shown)
      pdf.pipe(r)
      pdf.end()
    },
    '/header': (r) => r.writeHead(302, { location: '/next?of=' + ssn }).end(),
    '/cut-off': (r) => { r.writeHead(200, { 'content-encoding': 'gzip' }); r.write(gzipSync(shown).subarray(0, -6)); setTimeout(() => r.destroy(), 20) },
    '/api/OfflineApp/12/reveal': (r) => r.end(shown),
    '/api/OfflineApp/12': (r) => r.end(Buffer.from(ssn).toString('hex')),
  }
  const server = createServer((q, r) => responses[q.url](r))
  server.on('upgrade', (q, socket) => {
    // The client hangs up on an answer that is no WebSocket frame.
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 101 Switching Protocols\\r\\nconnection: upgrade\\r\\nupgrade: websocket\\r\\n\\r\\n')
    socket.end(Buffer.from(ssn))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

let folder
let server
let url
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canary-answers-'))
  server = spawn(process.execPath, ['--import', watch, '--input-type=module', '-e', leaky], {
    env: { ...process.env, CANARY_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(server.stdout)) {
    url = `http://127.0.0.1:${line}`
    break
  }
})
afterAll(() => {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

const found = () => (existsSync(join(folder, 'found.txt')) ? readFileSync(join(folder, 'found.txt'), 'utf8') : '')

test('P-61 P-66 a response with a canary number is detected in every encoding, except at the reveal endpoint', async () => {
  for (const path of ['/clean', '/api/OfflineApp/12/reveal']) await (await fetch(url + path)).text()
  await expect.poll(() => existsSync(join(folder, 'seen.txt'))).toBe(true)
  expect(found()).toBe('')
  const leaks = [
    '/plain',
    '/in-two',
    '/gzip',
    '/brotli',
    '/workbook',
    '/pdf',
    '/header',
    '/cut-off',
    '/api/OfflineApp/12',
  ]
  for (const path of leaks) {
    await fetch(url + path, { redirect: 'manual' })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
    await expect.poll(found, path).toContain(`GET ${path} held`)
  }
  const socket = new WebSocket(url.replace('http', 'ws'))
  socket.addEventListener('error', () => undefined)
  await expect.poll(found).toContain('a socket held')
  expect(found()).not.toContain(canary.seeded.ssn)
})
