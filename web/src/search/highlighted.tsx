import { piecesOf } from './matches.ts'

/** A text with what was looked for marked in it. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  return (
    <>
      {piecesOf(text, typed).map((piece, index) =>
        // The pieces of one text never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  )
}
