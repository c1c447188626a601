import { Secret, TOTP } from 'otpauth'

/** Parameters that all authenticator apps support (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A new secret of 160 random bits, in base 32. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** URI for the QR code of an authenticator app. */
export function appAddress(secret: string, account: { issuer: string; label: string }): string {
  return new TOTP({ ...shape, ...account, secret: Secret.fromBase32(secret) }).toString()
}

/**
 * Time step of a typed code: the current one, or one before or after it to allow for clock differences. Null for any
 * other code. `at` is the database's time in seconds since 1970.
 */
export function stepOfCode(secret: string, code: string, at: number): number | null {
  const timestamp = at * 1000
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta
}
