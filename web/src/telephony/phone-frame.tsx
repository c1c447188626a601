import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { call } from '../platform/api/call.ts'
import { SignedFrame } from '../ui/page/signed-frame.tsx'
import { useTelephonyRole } from './use-telephony-role.ts'

/** The agency's phone app in a frame; receives the user's role (TEL-03, TEL-04). */
export function PhoneFrame({ address }: { address: string }) {
  return (
    <SignedFrame
      address={address}
      title="Phone app"
      allow="microphone; autoplay"
      makeToken={() => call(handoffs.telephony, {})}
      told={{ role: useTelephonyRole() }}
    />
  )
}
