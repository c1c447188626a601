import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'

/** Routes whose answers a change of a dispute makes old. */
export const disputeRefreshes = [
  disputes.list,
  disputes.one,
  disputes.items,
  disputes.history,
  disputes.delivery,
  variances.list,
  variances.summary,
  variances.one,
  variances.ofPolicy,
  variances.statuses,
  variances.history,
]
