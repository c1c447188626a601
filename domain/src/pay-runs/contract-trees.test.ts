import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allot } from './allot.ts'
import { earningsOf, type PayTerms, type TermsOfMonth } from './earnings-of.ts'
import { reversalOf } from './reversal-of.ts'
import { settle } from './settle.ts'

const payTerms = (source: PayTerms['source']): fc.Arbitrary<PayTerms> =>
  fc.oneof(
    fc.record({
      source: fc.constant(source),
      id: fc.integer({ min: 1, max: 99 }),
      basis: fc.constant('percent' as const),
      value: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    fc.record({
      source: fc.constant(source),
      id: fc.integer({ min: 1, max: 99 }),
      basis: fc.constant('member' as const),
      value: fc.integer({ min: 0, max: 4000 }),
    }),
  )

/** Shares of different agents that add up to the whole. */
const shares = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }).chain((agents) =>
  fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: agents.length, maxLength: agents.length }).map((weights) => {
    const parts = allot(
      1_000_000,
      weights.map((weight, order) => ({ order, weight })),
    )
    return agents.map((agentId, at) => ({ agentId, share: parts[at] ?? 0 }))
  }),
)

const tree: fc.Arbitrary<TermsOfMonth> = fc.record({
  writing: payTerms('contract'),
  shares,
  uplines: fc
    .array(
      fc.record({
        agentId: fc.integer({ min: 51, max: 99 }),
        isActive: fc.boolean(),
        terms: fc.option(payTerms('override')),
      }),
      { maxLength: 6 },
    )
    .map((uplines) => uplines.map((upline, at) => ({ ...upline, level: at + 1 }))),
})
const part = fc.record({ gross: fc.integer({ min: -500_000, max: 500_000 }), members: fc.integer({ min: 0, max: 12 }) })

/**
 * Second calculation, written from the text of the rules alone: exact fractions, cent by cent. Returns cents by agent and role, and
 * the agency's.
 */
function slowly(
  { gross, members }: { gross: number; members: number },
  { writing, shares: split, uplines }: TermsOfMonth,
) {
  const result = new Map<string, bigint>()
  const size = BigInt(gross < 0 ? -gross : gross)
  const byText = (terms: PayTerms): bigint => {
    if (terms.basis === 'member') return BigInt(terms.value) * BigInt(members)
    // Half away from zero: count whole cents, one more when half a cent or more is over.
    const millionths = size * BigInt(terms.value)
    const over = millionths % 1_000_000n
    return (millionths - over) / 1_000_000n + (over >= 500_000n ? 1n : 0n)
  }
  const writingPart = writing === null ? 0n : byText(writing) < size ? byText(writing) : size

  const given = split.map(({ share }) => (writingPart * BigInt(share)) / 1_000_000n)
  for (let handedOut = given.reduce((a, b) => a + b, 0n); handedOut < writingPart; handedOut += 1n) {
    let best = -1
    let most = -1n
    split.forEach(({ agentId, share }, at) => {
      const missing = writingPart * BigInt(share) - (given[at] ?? 0n) * 1_000_000n
      const isLower = best >= 0 && agentId < (split[best]?.agentId ?? 0)
      if (missing > most || (missing === most && isLower)) [best, most] = [at, missing]
    })
    given[best] = (given[best] ?? 0n) + 1n
  }
  for (const [at, { agentId }] of split.entries()) result.set(`${agentId} writing`, given[at] ?? 0n)

  let left = size - writingPart
  for (let level = 1; level <= 5; level++) {
    const upline = uplines.find((one) => one.level === level)
    if (!upline?.isActive || !upline.terms) continue
    const amount = byText(upline.terms) < left ? byText(upline.terms) : left
    left -= amount
    if (amount > 0n) result.set(`${upline.agentId} level ${level}`, amount)
  }
  result.set('agency', left)
  return [...result].map(([who, cents]) => [who, Number(gross < 0 ? -cents : cents) || 0])
}

test('10,000 contract trees agree to the cent with a second calculation from the text', () => {
  fc.assert(
    fc.property(part, tree, (line, terms) => {
      const { earnings, agency } = earningsOf(line, terms)
      const calculated = earnings.map(({ agentId, role, level, amount }) => [
        role === 'writing' ? `${agentId} writing` : `${agentId} level ${level}`,
        amount,
      ])
      expect([...calculated, ['agency', agency]]).toEqual(slowly(line, terms))
    }),
    { numRuns: 10_000 },
  )
})

test('Parts add up to the line, have its sign, and none is more than it', () => {
  fc.assert(
    fc.property(part, tree, (line, terms) => {
      const { earnings, agency } = earningsOf(line, terms)
      const amounts = [...earnings.map(({ amount }) => amount), agency]
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(line.gross)
      for (const amount of amounts) expect(amount * Math.sign(line.gross)).toBeGreaterThanOrEqual(0)
      const back = earningsOf({ ...line, gross: 0 - line.gross }, terms)
      expect(back.earnings.map(({ amount }) => amount)).toEqual(earnings.map(({ amount }) => 0 - amount || 0))
    }),
  )
})

test('A chargeback in any pieces takes back all that was earned, and nothing else', () => {
  fc.assert(
    fc.property(part, tree, fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 6 }), (line, terms, pieces) => {
      const gross = Math.abs(line.gross)
      const { earnings, agency } = earningsOf({ ...line, gross }, terms)
      let paid = { gross, agency, balances: earnings.map(({ agentId, amount }) => ({ agentId, amount })) }
      for (const piece of [...pieces, gross]) {
        const { reversals, rest } = reversalOf(0 - piece, [paid])
        const [one] = reversals
        expect((one?.gross ?? 0) + rest).toBe(0 - piece || 0)
        if (!one) continue
        expect(one.parts.reduce((sum, { amount }) => sum + amount, one.agency)).toBe(one.gross)
        paid = {
          gross: paid.gross + one.gross,
          agency: paid.agency + one.agency,
          balances: one.parts.map(({ balance, amount }) => ({ ...balance, amount: balance.amount + amount })),
        }
        for (const { amount } of paid.balances) expect(amount).toBeGreaterThanOrEqual(0)
      }
      expect([paid.gross, paid.agency, ...paid.balances.map(({ amount }) => amount)].every((left) => left === 0)).toBe(
        true,
      )
    }),
  )
})

test('Of every agent: paid = earned + adjustments + advances − recoveries + carried in − carried out', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 })
  const agent = fc.record({
    earned: cents,
    adjustments: cents,
    advances: fc.nat(50_000),
    outstanding: fc.array(
      fc.record({ id: fc.nat(), outstanding: fc.nat(50_000), percent: fc.integer({ min: 0, max: 1_000_000 }) }),
      { maxLength: 3 },
    ),
    carriedIn: cents,
    minimum: fc.nat(5000),
    isHeld: fc.boolean(),
  })
  fc.assert(
    fc.property(agent, (one) => {
      const { paid, recovered, carriedOut, recoveries } = settle(one)
      expect(paid).toBe(one.earned + one.adjustments + one.advances - recovered + one.carriedIn - carriedOut)
      expect(paid).toBeGreaterThanOrEqual(one.advances)
      expect(recovered).toBeLessThanOrEqual(Math.max(one.earned + one.adjustments, 0))
      expect(recoveries.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})
