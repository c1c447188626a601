/** A call without a response: the server may or may not have executed it. */
export class ConnectionLost extends Error {
  /** Whether the call sent what the user typed. */
  readonly hasEntries: boolean

  constructor({ entries, cause }: { entries: boolean; cause?: unknown }) {
    super(
      entries
        ? "Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again."
        : "Couldn't reach Coverdesk. Check the connection and try again.",
      { cause },
    )
    this.name = 'ConnectionLost'
    this.hasEntries = entries
  }
}

/** Runs a round trip; a network error in it, even in the middle of the response, becomes `ConnectionLost`. */
export async function overNetwork<T>(work: () => Promise<T>, { entries }: { entries: boolean }): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // fetch and reading its response report network errors as TypeError only.
    if (error instanceof TypeError) throw new ConnectionLost({ entries, cause: error })
    throw error
  }
}
