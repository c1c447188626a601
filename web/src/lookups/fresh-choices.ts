import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { invalidate } from '../platform/api/query.ts'
import { useLive } from '../realtime/live-events.ts'

export function useFreshChoices(): void {
  useLive(realtime.choicesChanged, ({ choices }) => {
    void (choices === 'carriers' ? invalidate(lookups.carriers) : invalidate(lookups.generic, lookups.statuses))
  })
}
