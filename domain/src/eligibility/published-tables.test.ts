import { expect, test } from 'vitest'
import { applicableShare, creditTables, monthlyContribution, povertyLine } from './tax-credit.ts'

/**
 * The shares of income as the IRS and Congress published them, in percent: the initial and final share of the bands to 133, 150,
 * 200, 250, 300 and 400 percent of the poverty line, and the share above; null where there is no credit above.
 */
type Published = readonly [
  bands: readonly (readonly [to: number, initial: string, final: string])[],
  above: string | null,
]
const yearly = (
  first: string,
  second: string,
  third: string,
  to200: string,
  to250: string,
  to300: string,
): Published => [
  [
    [133, first, first],
    [150, second, third],
    [200, third, to200],
    [250, to200, to250],
    [300, to250, to300],
    [400, to300, to300],
  ],
  null,
]
/** ARPA (P.L. 117-2) section 9661, extended by P.L. 117-169 section 12001. */
const rescue: Published = [
  [
    [150, '0.00', '0.00'],
    [200, '0.00', '2.00'],
    [250, '2.00', '4.00'],
    [300, '4.00', '6.00'],
    [400, '6.00', '8.50'],
  ],
  '8.50',
]
const published: readonly (readonly [year: number, source: string, table: Published])[] = [
  [2018, 'Rev. Proc. 2017-36', yearly('2.01', '3.02', '4.03', '6.34', '8.10', '9.56')],
  [2019, 'Rev. Proc. 2018-34', yearly('2.08', '3.11', '4.15', '6.54', '8.36', '9.86')],
  [2020, 'Rev. Proc. 2019-29', yearly('2.06', '3.09', '4.12', '6.49', '8.29', '9.78')],
  [2021, 'ARPA', rescue],
  [2022, 'ARPA', rescue],
  [2023, 'P.L. 117-169', rescue],
  [2024, 'P.L. 117-169', rescue],
  [2025, 'P.L. 117-169', rescue],
  [2026, 'Rev. Proc. 2025-25', yearly('2.10', '3.14', '4.19', '6.60', '8.44', '9.96')],
  [2027, 'Rev. Proc. 2026-26', yearly('2.15', '3.23', '4.30', '6.78', '8.66', '10.22')],
]
/** Guidelines of HHS by their year, in dollars: the first person and each further one in the 48 states, Alaska and Hawaii. */
const guidelines: Readonly<Record<number, readonly [string, number, number][]>> = {
  2017: [
    ['FL', 12_060, 4_180],
    ['AK', 15_060, 5_230],
    ['HI', 13_860, 4_810],
  ],
  2018: [
    ['FL', 12_140, 4_320],
    ['AK', 15_180, 5_400],
    ['HI', 13_960, 4_810],
  ],
  2019: [
    ['FL', 12_490, 4_420],
    ['AK', 15_600, 5_530],
    ['HI', 14_380, 5_080],
  ],
  2020: [
    ['FL', 12_760, 4_480],
    ['AK', 15_950, 5_600],
    ['HI', 14_680, 5_150],
  ],
  2021: [
    ['FL', 12_880, 4_540],
    ['AK', 16_090, 5_680],
    ['HI', 14_820, 5_220],
  ],
  2022: [
    ['FL', 13_590, 4_720],
    ['AK', 16_990, 5_900],
    ['HI', 15_630, 5_430],
  ],
  2023: [
    ['FL', 14_580, 5_140],
    ['AK', 18_210, 6_430],
    ['HI', 16_770, 5_910],
  ],
  2024: [
    ['FL', 15_060, 5_380],
    ['AK', 18_810, 6_730],
    ['HI', 17_310, 6_190],
  ],
  2025: [
    ['FL', 15_650, 5_500],
    ['AK', 19_550, 6_880],
    ['HI', 17_990, 6_330],
  ],
  2026: [
    ['FL', 15_960, 5_680],
    ['AK', 19_950, 7_100],
    ['HI', 18_360, 6_530],
  ],
}

const hundredths = (percent: string) => BigInt(percent.replace('.', ''))
/** Rounds half up, in whole numbers alone. */
const rounded = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n)

/** A second calculation of the share in hundredths of a percent, in whole numbers, sharing nothing with the product. */
function shareByHand([bands, above]: Published, incomeCents: bigint, lineCents: bigint): bigint | null {
  let from = 0n
  for (const [to, initial, final] of bands) {
    const end = BigInt(to)
    const isLast = to === 400
    const isIn = incomeCents * 100n < end * lineCents || (isLast && incomeCents * 100n === end * lineCents)
    const [low, high] = [hundredths(initial), hundredths(final)]
    if (isIn) return low + rounded((high - low) * (incomeCents * 100n - from * lineCents), (end - from) * lineCents)
    from = end
  }
  return above === null ? null : hundredths(above)
}

test.each(published)(
  'the shares of %i are those of %s for every percent from 90 to 450, 1 to 8 people and each area',
  (year, _, table) => {
    const tables = creditTables(year)
    if ('table' in tables) throw new Error(`missing table ${tables.table}`)
    const wrong: string[] = []
    let compared = 0
    for (const [state, first, further] of guidelines[year - 1] ?? [])
      for (let size = 1; size <= 8; size++) {
        const lineCents = (first + further * (size - 1)) * 100
        if (povertyLine({ size, state }, year - 1) !== lineCents) wrong.push(`line of ${size} in ${state}`)
        for (let percent = 90; percent <= 450; percent++) {
          const incomeCents = (lineCents / 100) * percent
          const share = applicableShare(tables.contribution, incomeCents, lineCents)
          const byHand = shareByHand(table, BigInt(incomeCents), BigInt(lineCents))
          const monthly = share === null ? null : BigInt(monthlyContribution(incomeCents, share))
          const monthlyByHand = byHand === null ? null : rounded(BigInt(incomeCents) * byHand, 120_000n)
          if ((share === null ? null : BigInt(share)) !== byHand || monthly !== monthlyByHand)
            wrong.push(
              `${percent} percent, ${size} in ${state}: ${share} and ${monthly}, not ${byHand} and ${monthlyByHand}`,
            )
          compared++
        }
      }
    expect(wrong).toEqual([])
    expect(compared).toBe(3 * 8 * 361)
  },
)
