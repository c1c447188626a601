import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'

/**
 * Cost of a new hash: OWASP's minimum for Argon2id (19 MiB, 2 passes, 1 lane; Password Storage Cheat Sheet) plus one pass.
 * About 40 ms of one core.
 */
const cost = { memory: 19_456, passes: 3, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32
/** Rejects stored hashes that would need more memory than any of ours. */
const maxMemory = 1_048_576

/**
 * Uses at most two of Node's four threads, which also compress responses, so that many sign-ins don't slow down signed-in
 * users. A longer queue would wait for seconds; further calls get `server.busy`.
 */
const limitHashing = limitConcurrency({ concurrency: 2, maxQueue: 64 })

const argon = promisify((parameters: Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)
const derive = (parameters: Argon2Parameters) => limitHashing(() => argon(parameters))

interface StoredHash {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

/**
 * Argon2id hash of a password as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, with a random salt. Runs in the
 * thread pool; fails with `server.busy` when the queue is full.
 */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive({ message: bytesOf(text), nonce: salt, tagLength: tagBytes, ...cost })
  return stored(salt, tag)
}

/** Random hash for accounts without a password, so that checking one takes the same time. */
export function hashOfNoPassword(): string {
  return stored(randomBytes(saltBytes), randomBytes(tagBytes))
}

const stored = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** Verifies a password against a stored hash in constant time; false for an invalid hash. */
export async function verifyPassword(text: string, stored: string): Promise<boolean> {
  const hash = readHash(stored)
  if (!hash) return false
  const { memory, passes, parallelism, salt, tag } = hash
  const derived = await derive({
    message: bytesOf(text),
    nonce: salt,
    tagLength: tag.length,
    memory,
    passes,
    parallelism,
  })
  return timingSafeEqual(derived, tag)
}

/** Whether a hash has a lower cost than new ones and should be replaced at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const hash = readHash(stored)
  return (
    !hash ||
    hash.memory < cost.memory ||
    hash.passes < cost.passes ||
    hash.salt.length < saltBytes ||
    hash.tag.length < tagBytes
  )
}

/** Normalizes Unicode: keyboards compose characters differently (NIST SP 800-63B). */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.normalize('NFKC'), 'utf8')
}

function readHash(stored: string): StoredHash | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    stored,
  )
  if (!parts) return null
  const [memory, passes, parallelism] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [salt, tag] = [Buffer.from(parts[4] ?? '', 'base64'), Buffer.from(parts[5] ?? '', 'base64')]
  if (passes < 1 || parallelism < 1 || memory < 8 * parallelism || memory > maxMemory) return null
  return salt.length < 8 || tag.length < 16 ? null : { memory, passes, parallelism, salt, tag }
}

/** PHC strings use base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
