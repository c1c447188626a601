import type { HeadingUse } from '../uploads/carrier-profile.ts'
import { headingKey } from '../uploads/heading-match.ts'
import { commissionFile } from './commission-csv.ts'

const amount = commissionFile.fields.find(({ name }) => name === 'Amount')
const amountKeys = new Set([amount?.name ?? '', ...(amount?.synonyms ?? [])].map(headingKey))

/**
 * The heading by which a file of policies is probably a commission statement: it has the amount of one, and no column says when
 * coverage starts. Null for a file of policies.
 */
export function commissionHeading(uses: readonly Pick<HeadingUse, 'heading' | 'field'>[]): string | null {
  if (uses.some(({ field }) => field === 'EffectiveDate')) return null
  return uses.find(({ heading, field }) => field === null && amountKeys.has(headingKey(heading)))?.heading ?? null
}
