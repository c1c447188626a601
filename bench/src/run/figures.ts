/** One line of bench/results.md. */
export interface Figure {
  path: string
  /** Our value, with its unit. */
  ours: string
  /** The reference of the same run; '–' when the aim is absolute. */
  limit: string
  /** Ours divided by the limit, or by the aim. */
  ratio: string
  aim: string
  /** Null for a figure without an aim. */
  holds: boolean | null
}

/** Results of one part of the benchmark: its lines, and remarks to print below the table. */
export interface Part {
  figures: Figure[]
  remarks: string[]
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which `share` of the values lie; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
export const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`
export const percent = (share: number) => `${Math.round(share * 100)} %`

/** A figure that must stay at or below `max` times its limit; both in milliseconds. */
export function ratioFigure(path: string, ours: number, limit: number, max: number): Figure {
  const show = Math.max(ours, limit) < 1000 ? milliseconds : seconds
  const ratio = ours / limit
  return { path, ours: show(ours), limit: show(limit), ratio: times(ratio), aim: `≤ ${max} ×`, holds: ratio <= max }
}

/** Median milliseconds of `runs` runs of both, interleaved so that other load affects both alike. */
export async function interleaved(
  runs: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: number; limit: number }> {
  const measured = { ours: [] as number[], limit: [] as number[] }
  for (let run = 0; run < runs; run++) {
    measured.limit.push(await limit())
    measured.ours.push(await ours())
  }
  return { ours: median(measured.ours), limit: median(measured.limit) }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
