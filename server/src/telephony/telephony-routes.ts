import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { agentsOfOpenableCustomers } from '../customers/openable-customers.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { showCallBlock } from './call-block.ts'
import { callList, callVisibility } from './call-list.ts'
import { logCall } from './log-call.ts'

export function telephonyRoutes(on: Bind): void {
  on(telephony.calls, ({ db, user }, query) => {
    const agents = agentsOfOpenableCustomers(user)
    return listPage(db, callList, query, callVisibility(user), agents && `{${agents.join()}}`)
  })
  on(telephony.block, showCallBlock)
  on(telephony.log, logCall)
}
