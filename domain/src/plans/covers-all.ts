import type { DirectoryKind, PlanCoverage } from './directory-contract.ts'

/**
 * Whether a plan covers all chosen doctors or drugs of these kinds. 'no' where one is known not to be covered, or only its
 * generic is; 'unknown' where the rest is covered and of some nothing is known.
 */
export function coversAll(
  coverage: PlanCoverage | undefined,
  kinds: readonly DirectoryKind[],
): 'yes' | 'no' | 'unknown' {
  if (!coverage) return 'unknown'
  const answers = kinds.flatMap((kind) => coverage[kind].map(({ answer }) => answer))
  if (answers.some((answer) => answer === 'not-covered' || answer === 'generic')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}
