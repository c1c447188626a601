import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { Config } from '../platform/config/config.ts'

/** Six random digits, for a message. */
export function newSentCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 16

/** Ten recovery codes of 80 random bits each, formatted as `k3x8-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const letters = Array.from(randomBytes(recoveryLength), (byte) => alphabet[byte % alphabet.length]).join('')
    return letters.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/**
 * Normalizes typed input for comparison: no spaces and dashes, lower case, look-alikes replaced by digits. Null when it
 * has the form of neither kind of code.
 */
export function readTyped(typed: string): { kind: 'digits' | 'recovery'; code: string } | null {
  const bare = typed.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(bare)) return { kind: 'digits', code: bare }
  const code = bare.replaceAll('o', '0').replace(/[il]/g, '1')
  return code.length === recoveryLength && [...code].every((letter) => alphabet.includes(letter))
    ? { kind: 'recovery', code }
    : null
}

/**
 * Keyed hash of a code, bound to its purpose: the same six digits have a different hash in each login, and a reader of
 * the table cannot test guesses without the installation's secret (P-06).
 */
export function codeHash(config: Pick<Config, 'fieldSecret'>, belongsTo: string, code: string): Buffer {
  return hashWith(config.fieldSecret, belongsTo, code)
}

/** Possible hashes of a long-lived code: with the current secret and earlier ones. */
export function codeHashes(config: Config, belongsTo: string, code: string): Buffer[] {
  return [config.fieldSecret, ...config.fieldSecretsEarlier].map((secret) => hashWith(secret, belongsTo, code))
}

function hashWith(secret: string, belongsTo: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'coverdesk second factor codes', 32))
  return createHmac('sha256', key).update(`${belongsTo}\n${code}`).digest()
}
