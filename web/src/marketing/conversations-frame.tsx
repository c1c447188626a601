import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { call } from '../platform/api/call.ts'
import { SignedFrame } from '../ui/page/signed-frame.tsx'
import css from './marketing.module.css'

/** The agency's external conversations app (NOTIF-01). */
export function ConversationsFrame({ address }: { address: string }) {
  return (
    <div className={css.frame}>
      <SignedFrame address={address} title="Conversations" makeToken={() => call(handoffs.marketing, {})} />
    </div>
  )
}
