import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** DER element: tag, length, content (X.690). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const long = content.length < 128 ? [] : content.length < 256 ? [0x81] : [0x82, content.length >> 8]
  return Buffer.concat([Buffer.from([tag, ...long, content.length & 0xff]), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)
const utcTime = (time: Date) => text(0x17, `${time.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`)

/** ecdsa-with-SHA256, and the attribute type commonName. */
const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = der(0x06, Buffer.from('550403', 'hex'))
const day = 86_400_000

/** Self-signed certificate for localhost with its key as PEM (RFC 5280). `from` and `until` are days from now. */
export function testCertificate({ from = -1, until = 30 } = {}): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, 'localhost'))))
  const now = Date.now()
  const body = sequence(
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime(new Date(now + from * day)), utcTime(new Date(now + until * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const whole = sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
