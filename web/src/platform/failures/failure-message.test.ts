import { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
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

const spanish = (code: FailureCode, details?: unknown) =>
  failureInSpanish({ code, details, status: 400, retryAfterSeconds: undefined })

test('in Spanish a refusal of the exchange is said in Spanish where it came as data, and quoted where it did not', () => {
  const reason = 'The address could not be verified'
  expect(spanish('ede.refused', { reason, refusal: null })).toBe(
    `El Mercado rechazó esta solicitud: “${reason}”. Corríjala y envíela otra vez.`,
  )
  expect(spanish('ede.refused', { reason, refusal: { kind: 'ssn', person: 'Ana Ruiz' } })).toBe(
    'El Mercado rechazó esta solicitud: No se pudo verificar el número de Seguro Social de Ana Ruiz. Corríjala y envíela otra vez.',
  )
  expect(spanish('ede.refused')).not.toContain('“')
})

test('16 in Spanish a sentence says the values of its failure', () => {
  const at = (values: unknown) => [{ path: 'groups.0.plan', message: 'in English', values }]
  const obstacle = { kind: 'ended', day: '2026-01-15' }
  expect(spanish('enrollment.not_eligible', at({ name: 'Ana Ruiz', number: 1, obstacle }))).toBe(
    'Ana Ruiz: El período de inscripción terminó el 01/15/2026.',
  )
  expect(spanish('enrollment.not_eligible', at({ name: '', number: 2, obstacle }))).toMatch(/^Solicitante 2: /)
  expect(spanish('signature.other_name', at({ applicant: 'Ana Ruiz' }))).toBe(
    'Debe firmar Ana Ruiz. Escriba ese nombre.',
  )
  expect(spanish('ede.year_ended', { year: 2027, planYear: 2026 })).toContain('son ahora para 2027')
  expect(spanish('ede.special_enrollment', { problem: 'eventFuture' })).toContain('Esta fecha está en el futuro')
  expect(spanish('enrollment.price_changed', at({ plan: 'Oro 1', premium: '1234.50' }))).toContain('$1,234.50')
  expect(spanish('consent.required', { state: 'other-person', named: 'Ana', applicant: 'Eva' })).toContain('es de Ana')
  const ended = { reason: 'password', at: '2026-11-25T15:42:00.000Z', device: null }
  expect(spanish('session.ended', ended)).toMatch(/^Se cerró su sesión porque su contraseña cambió el 25 nov/)
})

test('16 in Spanish a refusal for a time says how long', () => {
  const busy = { code: 'sign_in.throttled', details: undefined, status: 429 } as const
  expect(failureInSpanish({ ...busy, retryAfterSeconds: 300 })).toBe('Demasiados intentos. Espere 5 minutos.')
  expect(failureInSpanish({ ...busy, retryAfterSeconds: 1 })).toBe('Demasiados intentos. Espere 1 segundo.')
  expect(failureInSpanish({ ...busy, retryAfterSeconds: undefined })).toBe('Demasiados intentos. Espere unos minutos.')
})

test('16 in Spanish a failure without its values has a sentence without them', () => {
  for (const details of [undefined, null, [], [{ path: 'x', message: 'in English' }], 'text'])
    expect(spanish('enrollment.year', details)).toBe('El plan es de otro año que la solicitud. Elija otro.')
})
