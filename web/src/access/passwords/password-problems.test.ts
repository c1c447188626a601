import { Failure } from '@coverdesk/domain/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../../platform/page/reader-language.ts'
import { refusedFields } from './password-problems.ts'

afterEach(() => {
  setLanguage('en')
  localStorage.removeItem('language')
  history.replaceState(null, '', '/')
})

test('a password that the server refuses is explained at its field in the language of the page', () => {
  const message = "This password is easy to guess: it contains 'ana'"
  const refused = new Failure('password.refused', { status: 400, message })
  history.replaceState(null, '', '/login/reset/code')
  expect(refusedFields(refused)).toEqual({ pass: message })
  setLanguage('es')
  expect(refusedFields(refused)).toEqual({
    pass: 'Esta contraseña es fácil de adivinar o ya no se acepta. Elija otra.',
  })
})
