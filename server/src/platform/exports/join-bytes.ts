/** Concatenates chunks of `size` total bytes into a transferable buffer. */
export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const [only] = pieces
  if (only && pieces.length === 1 && ownsItsBuffer(only)) return only
  const joined = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function ownsItsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}
