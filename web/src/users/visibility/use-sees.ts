import type { Role } from '@coverdesk/domain/access/rights.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { type Opening, opensPart } from '@coverdesk/domain/users/effect-of-rights.ts'
import { type UserDetail, users } from '@coverdesk/domain/users/user-contract.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { type RuleInForm, seesInWords, wholeRules } from './visibility-words.ts'

/** Rights and rules after a change. */
interface Wanted extends Opening {
  roles: Role[]
  hasFullAgentAccess: boolean
  rules: readonly RuleInForm[]
}

/** Debounce in milliseconds. */
const pause = 250

/** Records that a user would see with other rights or rules, in words, from a read-only server preview. */
export function useSees(user: UserDetail, wanted: Wanted): string {
  const { roles, hasFullAgentAccess, rules } = wanted
  // Serialized, since the form returns new arrays of equal values.
  const [asked] = useDebouncedValue(JSON.stringify({ rules: wholeRules(rules), hasFullAgentAccess, roles }), pause)
  const question = useMemo(
    (): InputOf<typeof users.previewVisibility> => ({ id: user.id, ...JSON.parse(asked) }),
    [user.id, asked],
  )
  const { data, error } = useQuery({
    ...apiQuery(users.previewVisibility, question),
    placeholderData: keepPreviousData,
  })
  if (error) return `Couldn't count the policies: ${failureMessage(error)}`
  if (!data) return 'Counting policies'
  return seesInWords(data, { before: opensPart(user, 'Policies'), after: opensPart(wanted, 'Policies') })
}
