import { mayAskForBlock, telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'

/** Why a number (ten digits) must not be called; undefined if it may be, or while that is not known. */
export function useCallBlock(phone: string | null | undefined): string | undefined {
  const asks = useHasAccess(mayAskForBlock)
  const whole = phone?.length === 10 ? phone : null
  const { data } = useQuery({
    ...apiQuery(telephony.block, { phone: whole ?? '' }),
    enabled: asks && whole !== null,
  })
  return whole === null ? undefined : (data?.whyNot ?? undefined)
}
