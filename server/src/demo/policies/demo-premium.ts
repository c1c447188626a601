import { ageFactor } from '@coverdesk/domain/plans/premium.ts'
import { type DemoRandom, weighted } from '../demo-random.ts'
import type { Metal } from './demo-carriers.ts'

const metalLevels: Readonly<Record<Metal, number>> = { Bronze: 770, 'Expanded Bronze': 810, Silver: 1000, Gold: 1080 }

/** Monthly price of a silver plan for a 21-year-old at level 1000, by year from 2024 on, in cents. */
const firstYear = 2024
const silverAt21 = [31_800, 33_100, 40_200, 42_600] as const

/** A household for computing premium and tax credit. */
export interface Household {
  /** Ages of the insured, the subscriber first. */
  ages: number[]
  /** Income as a percentage of the poverty line. */
  povertyPercent: number
}

const sizes = weighted([
  [1, 60],
  [2, 21],
  [3, 9],
  [4, 6],
  [5, 3],
  [6, 1],
])
const incomes = weighted<readonly [number, number]>([
  [[100, 150], 47],
  [[151, 200], 21],
  [[201, 250], 12],
  [[251, 400], 14],
  [[401, 650], 6],
])

/** A subscriber of this age with the insured family. */
export function demoHousehold(random: DemoRandom, age: number): Household {
  const size = age < 18 ? 1 : sizes(random)
  const ages = [age]
  while (ages.length < size) {
    const spouse = ages.length === 1 && random.chance(0.7)
    ages.push(
      spouse ? Math.max(18, age + random.between(-6, 4)) : random.between(0, Math.min(25, Math.max(1, age - 18))),
    )
  }
  const [from, to] = incomes(random)
  return { ages, povertyPercent: random.between(from, to) }
}

/** Cost-sharing level of a silver plan at this income (45 CFR 155.305(g)); '' without a reduction. */
export function silverLevel(povertyPercent: number): '94' | '87' | '73' | '' {
  if (povertyPercent <= 150) return '94'
  if (povertyPercent <= 200) return '87'
  return povertyPercent <= 250 ? '73' : ''
}

/**
 * Premium and the member's part after the tax credit, in cents: plausible, not a quote. The benchmark is a silver plan at the
 * market's level; levels are in thousandths.
 */
export function demoPremium(
  { ages, povertyPercent }: Household,
  plan: { year: number; metal: Metal; carrierLevel: number; placeLevel: number },
): { premium: number; responsibility: number } {
  const rated = ages.reduce((sum, age) => sum + ageFactor(age), 0)
  const base = silverAt21[Math.min(Math.max(plan.year - firstYear, 0), silverAt21.length - 1)] ?? silverAt21[0]
  const silver = scaled(scaled(base, rated), plan.placeLevel)
  const premium = scaled(scaled(silver, metalLevels[plan.metal]), plan.carrierLevel)
  const credit = Math.max(0, scaled(silver, 970) - contribution(ages.length, povertyPercent, plan.year))
  return { premium, responsibility: Math.max(0, premium - credit) }
}

/** Cents × thousandths → cents. */
function scaled(wholeCents: number, thousandths: number): number {
  return Math.round((wholeCents * thousandths) / 1000)
}

/**
 * Expected monthly contribution of a household in cents: a share of income, in hundredths of a percent, by the poverty line of
 * 2025 (15,650 dollars and 5,500 for each additional person).
 */
function contribution(size: number, povertyPercent: number, year: number): number {
  const line = 1_565_000 + 550_000 * (size - 1)
  const income = Math.round((line * povertyPercent) / 100 / 12)
  return Math.round((income * expectedShare(povertyPercent, year)) / 10_000)
}

/** 26 CFR 1.36B-3(g): until 2025 by the American Rescue Plan, from 2026 by Rev. Proc. 2025-25; no credit above 400. */
function expectedShare(povertyPercent: number, year: number): number {
  const bands = year <= 2025 ? enhancedShares : indexedShares
  const band = bands.find(({ to }) => povertyPercent <= to)
  if (!band) return year <= 2025 ? 850 : 10_000
  return Math.round(band.start + ((band.end - band.start) * (povertyPercent - band.from)) / (band.to - band.from))
}

const enhancedShares = [
  { from: 0, to: 150, start: 0, end: 0 },
  { from: 150, to: 200, start: 0, end: 200 },
  { from: 200, to: 250, start: 200, end: 400 },
  { from: 250, to: 300, start: 400, end: 600 },
  { from: 300, to: 400, start: 600, end: 850 },
]
const indexedShares = [
  { from: 0, to: 133, start: 210, end: 210 },
  { from: 133, to: 150, start: 314, end: 419 },
  { from: 150, to: 200, start: 419, end: 660 },
  { from: 200, to: 250, start: 660, end: 844 },
  { from: 250, to: 300, start: 844, end: 996 },
  { from: 300, to: 400, start: 996, end: 996 },
]
