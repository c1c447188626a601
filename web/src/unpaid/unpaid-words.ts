import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import type { UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { leavingWords } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import {
  IconCalendarDollar,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  type IconPhone,
  IconPhoneCall,
  IconPhoneX,
  IconUserShare,
} from '@tabler/icons-react'
import { showInstant } from '../ui/basics/instant.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** Titles and empty states of both variants. */
export const screenWords = {
  unpaid: {
    title: 'Unpaid Policies',
    noMatches: 'No unpaid policies match these filters.',
    none: 'No unpaid policies.',
    noneLeft: 'No resolved policies.',
  },
  lost: {
    title: 'Lost',
    noMatches: 'No lost policies match these filters.',
    none: 'No lost policies.',
    noneLeft: 'No recovered policies.',
  },
} as const

/** Reasons as the column shows them. */
export const whyWords = {
  premium: 'Premium',
  commission: 'No commission',
  both: 'Premium, no commission',
  missing: 'Not in the file',
  ended: 'Ended',
  agent: 'Other agent',
} as const satisfies Record<NonNullable<UnpaidRow['why']>, string>

interface Mark {
  tone: Tone
  icon: typeof IconPhone
}

/** Color and icon of each status (UNPAID-08); always shown with the word. */
const marks: Readonly<Record<string, Mark>> = {
  Pending: { tone: 'amber', icon: IconClock },
  Contacted: { tone: 'blue', icon: IconPhoneCall },
  'Promised to Pay': { tone: 'violet', icon: IconCalendarDollar },
  Paid: { tone: 'green', icon: IconCircleCheck },
  Recovered: { tone: 'green', icon: IconCircleCheck },
  'Moved to Another Agent': { tone: 'violet', icon: IconUserShare },
  'Not Reachable': { tone: 'red', icon: IconPhoneX },
}
const other: Mark = { tone: 'grey', icon: IconCircleX }

export const markOf = (status: string): Mark => marks[status] ?? other
export const toneOf = (status: string): Tone => markOf(status).tone

/** '11/2026'. */
export const monthOf = ({ month, year }: Pick<UnpaidRow, 'month' | 'year'>) =>
  `${String(month).padStart(2, '0')}/${year}`

/** Reason; unknown for policies that were resolved long ago. */
export const whyOf = ({ why }: Pick<UnpaidRow, 'why'>) => why && whyWords[why]

/** Resolution date in the agency's time zone, and its cause. */
export const leftDay = ({ leftDate }: Pick<UnpaidRow, 'leftDate'>) => leftDate && showInstant(leftDate).slice(0, 10)
export const leftWords = ({ leftWhy }: Pick<UnpaidRow, 'leftWhy'>) => leftWhy && leavingWords[leftWhy]

/** Sum of the values at stake; a policy has one for each month that is unpaid. */
export const atStakeOf = (rows: readonly { atStake: string | null }[]) =>
  sumOfAmounts(rows.map(({ atStake }) => atStake))
