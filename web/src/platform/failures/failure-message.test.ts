import { Failure } from '@coverdesk/domain/failure.ts'
import { expect, test } from 'vitest'
import { failureInSpanish } from './failure-in-spanish.ts'
import { failureMessage, failureOf, responseMessage } from './failure-message.ts'

const answer = (body: unknown) => ({ status: 418, statusText: "I'm a teapot", body })

test('MSG-01 the text is message, then Message, then errors as text or list', () => {
  expect(responseMessage(answer({ message: 'first', Message: 'second', errors: 'third' }))).toBe('first')
  expect(responseMessage(answer({ message: '', Message: 'second', errors: 'third' }))).toBe('second')
  expect(responseMessage(answer({ errors: 'third', Password: ['fourth'] }))).toBe('third')
  expect(responseMessage(answer({ errors: ['one.', 'two.'] }))).toBe('one. two.')
  expect(responseMessage(answer({ errors: [{ path: 'a', message: 'one.' }, 'two.'] }))).toBe('one. two.')
})

test('MSG-02 without these it is the first error of the Password field, in errors or beside it', () => {
  expect(responseMessage(answer({ errors: { Password: ['too short', 'too plain'] } }))).toBe('too short')
  expect(responseMessage(answer({ Password: ['too short', 'too plain'] }))).toBe('too short')
})

test("MSG-03 without any message it is 'Error: {status} - {statusText}'", () => {
  for (const body of [null, '', {}, [], { message: 7 }, { errors: {} }, { errors: [] }])
    expect(responseMessage(answer(body)), JSON.stringify(body)).toBe("Error: 418 - I'm a teapot")
})

test('MSG-04 a network failure shows its own message', () => {
  expect(failureMessage(new TypeError('Failed to fetch'))).toBe('Failed to fetch')
})

test('MSG-05 JSON, plain text and an answer without body each become the failure that the server meant', () => {
  const details = [{ path: 'zipCode', message: 'Not valid' }]
  const ours = failureOf({
    status: 409,
    statusText: 'Conflict',
    body: { code: 'upload.duplicate', message: 'Here already', details },
  })
  expect(ours).toBeInstanceOf(Failure)
  expect([ours.code, ours.status, ours.message, ours.details]).toEqual([
    'upload.duplicate',
    409,
    'Here already',
    details,
  ])

  const text = failureOf({ status: 503, statusText: 'Service Unavailable', body: 'Back at noon' })
  expect([text.code, text.message]).toEqual(['server.busy', 'Back at noon'])

  const nothing = failureOf({ status: 502, statusText: 'Bad Gateway', body: null })
  expect([nothing.code, nothing.message]).toEqual(['server.error', 'Error: 502 - Bad Gateway'])

  const unknown = failureOf({ status: 422, statusText: 'Unprocessable', body: { code: 'toString', message: 'No' } })
  expect([unknown.code, unknown.message]).toEqual(['request.invalid', 'No'])
})

test('in Spanish a refusal of the exchange quotes its reason, and only such a refusal', () => {
  const reason = 'The address could not be verified'
  expect(failureInSpanish({ code: 'ede.refused', status: 409 }, reason)).toContain(`“${reason}”`)
  expect(failureInSpanish({ code: 'ede.refused', status: 409 })).not.toContain('“')
  expect(failureInSpanish({ code: 'session.ended', status: 401 }, 'elsewhere')).not.toContain('elsewhere')
})
