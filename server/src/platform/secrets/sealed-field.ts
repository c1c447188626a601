import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed value stands: table and column as the database names them, and the row's primary key as text. */
export interface SealedPlace {
  table: string
  row: string
  column: string
}

/** Seals and opens single fields; see `fieldSealer`. */
export interface FieldSealer {
  seal: (place: SealedPlace, text: string) => Buffer
  /** Throws `SealBroken`, which tells nothing more, when this is not what was sealed for this place. */
  open: (place: SealedPlace, sealed: Buffer) => string
  /** True when the value is under the newest secret, so that `npm run reseal` has nothing to do with it. */
  isCurrent: (sealed: Buffer) => boolean
  /** Keyed hash of a value for an index of its column: equal texts are found by it, and it tells nothing without the secret. */
  searchHash: (column: Omit<SealedPlace, 'row'>, text: string) => Buffer
  /** The hashes to look for while rows of earlier secrets remain: the newest secret's first. */
  searchHashes: (column: Omit<SealedPlace, 'row'>, text: string) => Buffer[]
}

/** A sealed value that was altered, stands in another place, or was sealed with a secret that is not known. */
export class SealBroken extends Error {
  constructor() {
    super('A sealed value cannot be opened')
    this.name = 'SealBroken'
  }
}

interface Key {
  id: Buffer
  seal: Buffer
  search: Buffer
}

const version = 1
const idLength = 4
const nonceLength = 12
const tagLength = 16
const headLength = 1 + idLength + nonceLength

/**
 * Seals with AES-256-GCM under a key made from `secret` by HKDF-SHA-256. The place is bound as additional data, so a
 * value that was moved to another row or column does not open (P-61). A sealed value is: version, key id, random nonce,
 * ciphertext, tag. What was sealed with one of the `earlier` secrets still opens; new values are under `secret` (P-65).
 */
export function fieldSealer(secret: string, earlier: readonly string[] = []): FieldSealer {
  const current = keyOf(secret)
  const keys = [current, ...earlier.map(keyOf)]
  const hash = (key: Key, column: Omit<SealedPlace, 'row'>, text: string) =>
    createHmac('sha256', key.search)
      .update(JSON.stringify([column.table, column.column, text]))
      .digest()
  return {
    seal(place, text) {
      const nonce = randomBytes(nonceLength)
      const head = Buffer.concat([Buffer.of(version), current.id, nonce])
      const cipher = createCipheriv('aes-256-gcm', current.seal, nonce, { authTagLength: tagLength })
      cipher.setAAD(boundTo(place, head))
      return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(place, sealed) {
      const key = keys.find(({ id }) => id.equals(sealed.subarray(1, 1 + idLength)))
      if (!key || sealed[0] !== version || sealed.length < headLength + tagLength) throw new SealBroken()
      return opened(key, place, sealed)
    },
    isCurrent: (sealed) => sealed[0] === version && current.id.equals(sealed.subarray(1, 1 + idLength)),
    searchHash: (column, text) => hash(current, column, text),
    searchHashes: (column, text) => keys.map((key) => hash(key, column, text)),
  }
}

function opened(key: Key, place: SealedPlace, sealed: Buffer): string {
  const head = sealed.subarray(0, headLength)
  const tagAt = sealed.length - tagLength
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.seal, head.subarray(1 + idLength), {
      authTagLength: tagLength,
    })
    decipher.setAAD(boundTo(place, head))
    decipher.setAuthTag(sealed.subarray(tagAt))
    return Buffer.concat([decipher.update(sealed.subarray(headLength, tagAt)), decipher.final()]).toString('utf8')
  } catch {
    throw new SealBroken()
  }
}

/** Written as JSON, so that no two places are the same bytes. */
function boundTo({ table, row, column }: SealedPlace, head: Buffer): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([table, row, column]))])
}

/** Three independent parts of one secret: the id may be known to anybody, so it is derived and not a piece of the key. */
function keyOf(secret: string): Key {
  const part = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'coverdesk sealed fields', purpose, length))
  return { id: part('key id', idLength), seal: part('seal', 32), search: part('search', 32) }
}
