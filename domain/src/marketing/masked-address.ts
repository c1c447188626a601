/** 'nelida@example.com' → 'n•••@e•••.com': recognizable to its owner only. */
export function maskedAddress(address: string): string {
  const [name = '', host = ''] = address.split('@')
  const end = host.lastIndexOf('.')
  const first = (text: string) => `${[...text][0] ?? ''}•••`
  return `${first(name)}@${first(end > 0 ? host.slice(0, end) : host)}${end > 0 ? host.slice(end) : ''}`
}
