import { isIPv6 } from 'node:net'

/** Normalizes a user name for lookup and throttling, so that case and Unicode composition do not make a new account (P-04). */
export function accountOf(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase()
}

/**
 * Throttling key of an IP address: an IPv6 address counts as its /64 network, which belongs to one customer, and an
 * IPv4-mapped IPv6 address as its IPv4 address.
 */
export function callerOf(address: string): string {
  const bare = address.split('%')[0]?.toLowerCase() ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped) return mapped
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
