import { expect, test } from 'vitest'
import { checkExposure } from './listen-address.ts'

const plain = { host: '0.0.0.0', tls: null, insecureHttp: false, publicUrl: 'http://localhost', trustedProxies: [] }
const tls = { cert: '/crt', key: '/key' }

test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('P-69 %s needs no TLS', (host) => {
  expect(checkExposure({ ...plain, host }, 'agency')).toBeNull()
})

test.each(['0.0.0.0', '::', '10.0.0.7', 'portal.example.com', 'localhost.example.com', '127.example.com'])(
  'P-69 on %s an agency is refused without TLS and a demo warned',
  (host) => {
    expect(() => checkExposure({ ...plain, host }, 'agency')).toThrow(`HOST=${host} without TLS sends passwords`)
    expect(checkExposure({ ...plain, host }, 'demo')).toContain('WARNING')
    expect(checkExposure({ ...plain, host, tls }, 'agency')).toBeNull()
  },
)

test('P-69 a TLS proxy on another machine needs both its address and an https PUBLIC_URL', () => {
  const publicUrl = 'https://portal.example.com'
  const trustedProxies = ['10.0.0.2']
  expect(checkExposure({ ...plain, publicUrl, trustedProxies }, 'agency')).toContain('WARNING')
  expect(() => checkExposure({ ...plain, publicUrl }, 'agency')).toThrow('without TLS')
  expect(() => checkExposure({ ...plain, trustedProxies }, 'agency')).toThrow('without TLS')
  expect(checkExposure({ ...plain, insecureHttp: true }, 'agency')).toContain('WARNING')
})
