import { splitAtMatches } from './matches.ts'

/** Text with the search term highlighted. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  return (
    <>
      {splitAtMatches(text, typed).map((piece, index) =>
        // The parts of a text never reorder.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  )
}
