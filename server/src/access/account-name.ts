import { isIPv6 } from 'node:net'

/**
 * What a user name is found by and counted under: one form for all ways of typing it, so that neither letter case nor
 * another composition of the same letters makes a fresh account for the throttle (P-04).
 */
export function accountOf(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase()
}

/**
 * What an address is counted under: an IPv6 address by its network of 64 bits, of which one customer has all, an IPv4
 * address in IPv6 clothes as the IPv4 address that it is.
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
