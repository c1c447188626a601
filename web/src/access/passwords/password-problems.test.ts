import { Failure } from '@coverdesk/domain/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { loadSpanish } from '../../platform/failures/failure-message.ts'
import { setLanguage } from '../../platform/page/reader-language.ts'
import { refusedFields } from './password-problems.ts'

afterEach(() => {
  setLanguage('en')
  localStorage.removeItem('language')
  history.replaceState(null, '', '/')
})

test('a password that the server refuses is explained at its field in the language of the page', async () => {
  const message = "This password is easy to guess: it contains 'ana'"
  const refused = new Failure('password.refused', { status: 400, message })
  history.replaceState(null, '', '/login/reset/code')
  expect(refusedFields(refused)).toEqual({ pass: message })
  setLanguage('es')
  // As a call does before it throws a failure.
  await loadSpanish()
  expect(refusedFields(refused)).toEqual({
    pass: 'Esta contraseña es fácil de adivinar o ya no se acepta. Elija otra.',
  })
})
