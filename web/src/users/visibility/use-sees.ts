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

/** What somebody would have after a change. */
interface Wanted extends Opening {
  roles: Role[]
  hasFullAgentAccess: boolean
  rules: readonly RuleInForm[]
}

/** The server is asked when the person stops for a moment. */
const pause = 250

/** What a user would see with other rights or rules, in words, by a question to the server that changes nothing. */
export function useSees(user: UserDetail, wanted: Wanted): string {
  const { roles, hasFullAgentAccess, rules } = wanted
  // As text, since a form hands out new lists of the same values.
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
