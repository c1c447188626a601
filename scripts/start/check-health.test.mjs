import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testCertificate } from '../../server/src/platform/http/listen/test-certificate.ts'
import { root } from './set-up.mjs'

test('the health check of a container succeeds when the server is ready, over plain HTTP or its own TLS', async () => {
  let status = 200
  const answer = (request, response) => {
    response.statusCode = request.url === '/health/ready' ? status : 404
    response.end()
  }
  const plain = await listen(createPlainServer(answer))
  const overTls = await listen(createServer(testCertificate(), answer))
  expect(await check({ PORT: plain })).toBe(0)
  expect(await check({ PORT: overTls, HOST: '0.0.0.0', TLS_CERT: '/etc/coverdesk/cert.pem' })).toBe(0)
  status = 503
  expect(await check({ PORT: plain })).toBe(1)
  expect(await check({ PORT: overTls, TLS_CERT: '/etc/coverdesk/cert.pem' })).toBe(1)
})

async function listen(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return String(server.address().port)
}

async function check(env) {
  const child = spawn(process.execPath, [join(root, 'scripts/start/check-health.mjs')], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code
}
