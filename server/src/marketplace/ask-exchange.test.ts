import { expect, test } from 'vitest'
import { refusal } from '../uploads/upload-samples.ts'
import { askExchange } from './ask-exchange.ts'

const held = { userFirstName: '', userLastName: '', userPhone: null, userEmail: null, document: {} }

test('an exchange that hangs is given up when its time is over, whether it heeds that or not', async () => {
  let told = false
  const exchange = {
    application: (_question: unknown, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        told = true
      })
      return new Promise<never>(() => undefined)
    },
  }
  const failure = await refusal(askExchange(exchange, { exchangeAssignedId: '1', held }, 20))
  expect([failure.code, failure.status, told]).toEqual(['exchange.unavailable', 503, true])
})
