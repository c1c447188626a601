/** The rules whose tests are tested, by what goes wrong when one of them is wrong; each group must reach `least`. */
export const mutationGroups = {
  access: ['domain/src/access/claim-expression.ts', 'domain/src/access/portal-rules.ts', 'domain/src/access/rights.ts'],
  'sign-in': [
    'domain/src/access/password-rule.ts',
    'domain/src/access/guessable-password.ts',
    'domain/src/access/make-password.ts',
    'domain/src/access/second-factor-rule.ts',
  ],
  money: [
    'domain/src/fields/amount.ts',
    'domain/src/rates/rate-rules.ts',
    'domain/src/plans/premium.ts',
    'domain/src/plans/tax-credit.ts',
    'domain/src/plans/plan-price.ts',
    'domain/src/enrollment/enrollment-groups.ts',
  ],
}
export const least = 80

/** The groups to run: all, those named, or a group of the files named. */
export function groupsOf(named) {
  if (named.length === 0) return mutationGroups
  return Object.fromEntries(named.map((name) => [name, mutationGroups[name] ?? [name]]))
}

const noticedStates = new Set(['Killed', 'Timeout'])
const missedStates = new Set(['Survived', 'NoCoverage'])

/** The share of mutants of each group that a test noticed, as Stryker counts it: those that do not compile or were ignored by name do not count. */
export function scoresOf(groups, report) {
  return Object.entries(groups).map(([group, files]) => {
    const states = files.flatMap((file) => report.files[file]?.mutants ?? []).map(({ status }) => status)
    const noticed = states.filter((state) => noticedStates.has(state)).length
    const mutants = noticed + states.filter((state) => missedStates.has(state)).length
    const percent = mutants === 0 ? 0 : (noticed / mutants) * 100
    return { group, percent, noticed, mutants, holds: percent >= least }
  })
}
