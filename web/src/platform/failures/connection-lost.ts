/** A call that got no answer: the server may have carried it out or never heard of it. */
export class ConnectionLost extends Error {
  constructor({ entries, cause }: { entries: boolean; cause?: unknown }) {
    super(
      entries
        ? "Couldn't reach Coverdesk. Your entries are still here. Check the connection and try again."
        : "Couldn't reach Coverdesk. Check the connection and try again.",
      { cause },
    )
    this.name = 'ConnectionLost'
  }
}

/** Runs a round trip; a network failure in it, also in the middle of the answer, becomes `ConnectionLost`. */
export async function overNetwork<T>(work: () => Promise<T>, { entries }: { entries: boolean }): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The one kind of error with which fetch and the reading of its answer report the network.
    if (error instanceof TypeError) throw new ConnectionLost({ entries, cause: error })
    throw error
  }
}
