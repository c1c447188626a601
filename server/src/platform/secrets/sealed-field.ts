import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Location of a sealed value: table, column, and the row's primary key as text. */
export interface SealedPlace {
  table: string
  row: string
  column: string
}

/** Encrypts and decrypts single fields; see `fieldSealer`. */
export interface FieldSealer {
  seal: (place: SealedPlace, text: string) => Buffer
  /** Throws `SealBroken`, without details, when the value was not sealed for this place. */
  open: (place: SealedPlace, sealed: Buffer) => string
  /** Whether the value uses the newest secret. */
  isCurrent: (sealed: Buffer) => boolean
  /** Keyed hash for equality search in an indexed column. */
  searchHash: (column: Omit<SealedPlace, 'row'>, text: string) => Buffer
  /** Hashes under all secrets, newest first, for rows that are not resealed yet. */
  searchHashes: (column: Omit<SealedPlace, 'row'>, text: string) => Buffer[]
}

/** A sealed value was altered, moved to another place, or uses an unknown secret. */
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
 * Encrypts with AES-256-GCM; the key is derived from `secret` by HKDF-SHA-256. The place is additional data, so a value
 * moved to another row or column does not decrypt (P-61). Format: version, key id, nonce, ciphertext, tag. Values of
 * `earlier` secrets still decrypt; new ones use `secret` (P-65).
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

/** JSON, so that different places never have the same bytes. */
function boundTo({ table, row, column }: SealedPlace, head: Buffer): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([table, row, column]))])
}

/** Derives three independent values from one secret. The id is public, so it is not part of the key. */
function keyOf(secret: string): Key {
  const part = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'coverdesk sealed fields', purpose, length))
  return { id: part('key id', idLength), seal: part('seal', 32), search: part('search', 32) }
}
