import type { PlanCoverage } from '@coverdesk/domain/plans/directory-contract.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import css from './directory.module.css'
import { type DirectoryTexts, useDirectoryTexts } from './directory-texts.ts'
import type { Directory } from './use-directory.ts'

/** '2 of 2 doctors · 1 of 2 drugs' of a plan, and of how many nothing is known. */
export function DirectoryCounts({ directory, planId }: { directory: Directory; planId: string }) {
  const texts = useDirectoryTexts()
  if (!directory.any || directory.failed) return null
  const answers = directory.answers?.get(planId)
  if (!answers)
    return (
      <p className={css.counts} role="status" aria-label={texts.checking}>
        <SkeletonBar width={160} />
      </p>
    )
  const { providers, drugs } = answers
  const parts = [
    ...(providers.length > 0 ? [inWords(providers, texts.doctorsOf, texts.doctorsUnknown, texts)] : []),
    ...(drugs.length > 0 ? [inWords(drugs, texts.drugsOf, texts.drugsUnknown, texts)] : []),
  ]
  return <p className={css.counts}>{parts.join(' · ')}</p>
}

function inWords(
  answers: PlanCoverage['providers'] | PlanCoverage['drugs'],
  of: DirectoryTexts['doctorsOf'],
  allUnknown: string,
  texts: DirectoryTexts,
): string {
  const count = (wanted: string) => answers.filter(({ answer }) => answer === wanted).length
  const unknown = count('unknown')
  // '0 of 2' would read as not covered.
  if (unknown === answers.length) return allUnknown
  const known = of(String(count('covered')), answers.length)
  return unknown === 0 ? known : `${known} (${texts.unknownOf(String(unknown))})`
}
