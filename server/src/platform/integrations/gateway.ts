/** Result of one delivery attempt. `refused` is a code, never the server's text, which may name the recipient. */
export type HandOver = 'accepted' | { refused: string; forGood: boolean }

/** Delivers a message to an outside server. Never throws. */
export type Gateway = (message: OutgoingMessage, signal: AbortSignal) => Promise<HandOver>

export interface OutgoingMessage {
  /** The same for all attempts. */
  id: string
  recipient: string
  subject: string
  text: string
  language: string
  unsubscribe?: Unsubscribe | null
  /** Where an answer goes; the sender's own address without it. */
  replyTo?: string | null
  attachments?: readonly Attachment[]
  /** Written by a person, so that it is not marked as automatic: out-of-office programs answer it (RFC 3834). */
  isPersonal?: boolean
}

export interface Attachment {
  name: string
  mediaType: string
  content: Buffer
}

/** Unsubscribe options for mail programs. */
export interface Unsubscribe {
  /** GET shows a page, POST unsubscribes. */
  page: string
  /** Whether a reply with the word `unsubscribe` works too. */
  answers: boolean
}
