/** '33.3333' → 333333 ten-thousandths. */
export function shareUnits(share: string): number {
  const [whole, places = ''] = share.split('.')
  return Number(whole) * 10_000 + Number(places.padEnd(4, '0'))
}

/** 999999 ten-thousandths → '99.9999'. */
export function shareOf(units: number): string {
  const places = String(units % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${Math.trunc(units / 10_000)}${places === '' ? '' : `.${places}`}`
}

/** Problems of the shares of a day: an agent twice, and a sum that is not 100 %. No shares are no split. */
export function sharesProblem(
  shares: readonly { agentId: number; share: string }[],
): { path: (string | number)[]; message: string }[] {
  const twice = shares.findIndex(({ agentId }, index) => shares.findIndex((other) => other.agentId === agentId) < index)
  if (twice >= 0) return [{ path: ['shares', twice, 'agentId'], message: 'This agent has a share already' }]
  const units = shares.reduce((sum, { share }) => sum + shareUnits(share), 0)
  // A share that is no number has its own problem.
  if (shares.length === 0 || units === 100_0000 || Number.isNaN(units)) return []
  const last = shares.length - 1
  return [{ path: ['shares', last, 'share'], message: `The shares add up to ${shareOf(units)} %, not 100 %` }]
}
