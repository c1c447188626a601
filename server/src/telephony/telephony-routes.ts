import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import type { Bind } from '../platform/http-call.ts'
import { listPage } from '../platform/list.ts'
import type { SignedIn } from '../platform/session.ts'
import type { Sees } from '../platform/visibility.ts'
import { callList } from './call-list.ts'
import { logCall } from './log-call.ts'

export function telephonyRoutes(on: Bind): void {
  on(telephony.calls, ({ db, user }, query) => listPage(db, callList, query, seesCalls(user)))
  on(telephony.log, logCall)
}

/** Whose calls somebody sees: the own ones, or everybody's in the super role (TEL-03). */
function seesCalls(user: SignedIn): Sees {
  return telephonyRole(user.claims) === 'super' ? { all: true } : { all: false, agentIds: [user.id] }
}
