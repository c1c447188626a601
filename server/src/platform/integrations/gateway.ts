/** What became of one try to hand a message over. `reason` is a code, never the other side's words: they may name the recipient. */
export type HandOver = 'accepted' | { refused: string; forGood: boolean }

/** Hands a message to a server outside, which answers for it from then on. Never throws. */
export type Gateway = (message: OutgoingMessage, signal: AbortSignal) => Promise<HandOver>

export interface OutgoingMessage {
  /** Stays the same through all tries. */
  id: string
  recipient: string
  subject: string
  text: string
  language: string
  unsubscribe?: Unsubscribe | null
}

/** How mail programs have a reader get no more of such messages. */
export interface Unsubscribe {
  /** A GET shows a page, a POST does it. */
  page: string
  /** An answer of the one word `unsubscribe` is heard too. */
  answers: boolean
}
