import type { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { done, type ExamplesOf, nothing } from '../example.ts'

export const telephonyExamples: ExamplesOf<typeof telephony> = {
  calls: nothing,
  block: { ...nothing, own: () => ({ phone: '3055550142' }) },
  log: {
    answers: done,
    own: () => ({ phone: '3055550142', outcome: 'No answer' as const }),
    leaves: { action: 'create', entity: 'call' },
  },
}
