import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { makeHandOff } from './make-hand-off.ts'
import { redeemHandOff } from './redeem-hand-off.ts'

export function handoffRoutes(on: Bind): void {
  on(handoffs.marketplace, (call) => makeHandOff(call, 'marketplace'))
  on(handoffs.ede, (call) => makeHandOff(call, 'ede'))
  on(handoffs.telephony, (call) => makeHandOff(call, 'telephony'))
  on(handoffs.marketing, (call) => makeHandOff(call, 'marketing'))
  on(handoffs.redeem, redeemHandOff)
}
