/**
 * Address in the From of an email, in lower case; null if it has none or several. Never taken from the display name, which
 * anyone writes as they like: mail services check only the address.
 */
export function mailSender(from: string): string | null {
  const bare = from.replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' ').trim()
  const inBrackets = /^[^<>,;]*<([^<>]*)>$/.exec(bare)?.[1]
  const address = (inBrackets ?? bare).trim().toLowerCase()
  return address.length <= 254 && /^[^\s<>"@,;]+@[^\s<>"@,;]+$/.test(address) ? address : null
}
