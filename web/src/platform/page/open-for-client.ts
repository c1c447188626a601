/** Opens a page for a client in a new tab. The tab opens at once: browsers block one that opens after an answer. */
export async function openForClient(addressOf: () => Promise<string>): Promise<void> {
  const page = window.open('about:blank', '_blank')
  try {
    const address = await addressOf()
    if (page) page.location.replace(address)
    else window.location.assign(address)
  } catch (failure) {
    page?.close()
    throw failure
  }
}
