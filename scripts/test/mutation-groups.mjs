/** The files to mutate, by area; each group must reach `minPercent`, or its own of `minPercentOf`. */
export const mutationGroups = {
  access: ['domain/src/access/claim-expression.ts', 'domain/src/access/portal-rules.ts', 'domain/src/access/rights.ts'],
  'sign-in': [
    'domain/src/access/passwords/password-rule.ts',
    'domain/src/access/passwords/guessable-password.ts',
    'domain/src/access/passwords/make-password.ts',
    'domain/src/access/second-factor-rule.ts',
  ],
  gate: [
    'domain/src/consents/authorization-rule.ts',
    'domain/src/consents/authorization-state.ts',
    'domain/src/consents/consent-state.ts',
    'domain/src/consents/same-person.ts',
    'domain/src/enrollment/enrollment-content.ts',
  ],
  credit: [
    'domain/src/eligibility/household-credit.ts',
    'domain/src/eligibility/member-eligibility.ts',
    'domain/src/eligibility/tax-credit.ts',
    'domain/src/plans/plan-price.ts',
  ],
  money: [
    'domain/src/fields/amount.ts',
    'domain/src/rates/rate-rules.ts',
    'domain/src/plans/premium.ts',
    'domain/src/enrollment/enrollment-groups.ts',
  ],
}
export const minPercent = 80
/** What a client is promised and what a client allowed need more. */
const minPercentOf = { gate: 90, credit: 90 }

/** The groups to run: all, the named ones, or the named files as groups. */
export function groupsOf(named) {
  if (named.length === 0) return mutationGroups
  return Object.fromEntries(named.map((name) => [name, mutationGroups[name] ?? [name]]))
}

const killedStates = new Set(['Killed', 'Timeout'])
const survivedStates = new Set(['Survived', 'NoCoverage'])

/** The share of killed mutants of each group, as Stryker counts: mutants that do not compile or are ignored do not count. */
export function scoresOf(groups, report) {
  return Object.entries(groups).map(([group, files]) => {
    const states = files.flatMap((file) => report.files[file]?.mutants ?? []).map(({ status }) => status)
    const killed = states.filter((state) => killedStates.has(state)).length
    const mutants = killed + states.filter((state) => survivedStates.has(state)).length
    const percent = mutants === 0 ? 0 : (killed / mutants) * 100
    return { group, percent, killed, mutants, holds: percent >= (minPercentOf[group] ?? minPercent) }
  })
}
