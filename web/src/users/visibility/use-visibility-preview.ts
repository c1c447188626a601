import type { Role } from '@coverdesk/domain/access/rights.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { Opening } from '@coverdesk/domain/users/effect-of-rights.ts'
import { type UserDetail, users } from '@coverdesk/domain/users/user-contract.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { completeRules, type RuleInForm, visibilityText } from './visibility-words.ts'

/** Rights and rules after a change. */
interface Wanted extends Opening {
  roles: Role[]
  hasFullAgentAccess: boolean
  rules: readonly RuleInForm[]
}

/** Debounce in milliseconds. */
const debounceMilliseconds = 250

/** Records that a user would see with other rights or rules, in words, from a read-only server preview. */
export function useVisibilityPreview(user: UserDetail, wanted: Wanted): string {
  const { roles, claims, hasFullAgentAccess, rules } = wanted
  // Serialized, since the form returns new arrays of equal values.
  const [debounced] = useDebouncedValue(
    JSON.stringify({ rules: completeRules(rules), hasFullAgentAccess, roles, claims }),
    debounceMilliseconds,
  )
  const question = useMemo(
    (): InputOf<typeof users.previewVisibility> => ({ id: user.id, ...JSON.parse(debounced) }),
    [user.id, debounced],
  )
  const { data, error } = useQuery({
    ...apiQuery(users.previewVisibility, question),
    placeholderData: keepPreviousData,
  })
  if (error) return `Couldn't count the records: ${failureMessage(error)}`
  if (!data) return 'Counting records'
  return visibilityText(data.areas, completeRules(rules))
}
