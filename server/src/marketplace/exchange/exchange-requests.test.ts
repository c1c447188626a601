import { expect, test } from 'vitest'
import { refusal } from '../../uploads/policies/upload-samples.ts'
import { requestApplication } from './exchange-requests.ts'

const stored = { userFirstName: '', userLastName: '', userPhone: null, userEmail: null, document: {} }

test('a request to an exchange that hangs is aborted at its timeout, whether the exchange obeys the signal or not', async () => {
  let aborted = false
  const exchange = {
    application: (_question: unknown, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      return new Promise<never>(() => undefined)
    },
  }
  const failure = await refusal(requestApplication(exchange, { exchangeAssignedId: '1', held: stored }, 20))
  expect([failure.code, failure.status, aborted]).toEqual(['exchange.unavailable', 503, true])
})
