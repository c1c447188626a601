import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'

/**
 * What a new hash costs: 19 MiB, 2 passes, 1 lane, the least that OWASP names for Argon2id (Password Storage Cheat
 * Sheet), here with one more pass. About 40 ms of one core.
 */
const cost = { memory: 19_456, passes: 3, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32
/** Hashes that ask for more than this are not ours; checking them would let a stored text eat the machine. */
const maxMemory = 1_048_576

/**
 * Hashes made at the same moment: half of Node's four helper threads, which also pack answers, so that a crowd at the
 * door does not hold up those inside. More than so many waiting would wait for seconds: they are asked to come back.
 */
const oneOfTwo = limitConcurrency({ concurrency: 2, maxQueue: 64 })

const argon = promisify((parameters: Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)
const derive = (parameters: Argon2Parameters) => oneOfTwo(() => argon(parameters))

interface StoredHash {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

/**
 * Argon2id of a password as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, salted anew each time. The work is
 * done in the thread pool, so other requests go on; fails with `server.busy` when too many wait for it.
 */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive({ message: bytesOf(text), nonce: salt, tagLength: tagBytes, ...cost })
  return stored(salt, tag)
}

/** A hash that nobody's password made, for accounts without one: checking against it costs as much as against any. */
export function hashOfNoPassword(): string {
  return stored(randomBytes(saltBytes), randomBytes(tagBytes))
}

const stored = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** True when the password made the stored hash; compared in constant time. False for a text that is no hash. */
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

/** True when a hash was made more cheaply than today's cost: make a new one the next time the password is at hand. */
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

/** The same password typed on another keyboard may arrive composed differently (NIST SP 800-63B asks for one form). */
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

/** PHC strings have base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
