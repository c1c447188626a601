import { afterEach, expect, test } from 'vitest'
import { setLanguage, sharedLanguage, suggestLanguage } from './reader-language.ts'

afterEach(() => {
  setLanguage('en')
  localStorage.removeItem('language')
  sessionStorage.removeItem('clientLanguage')
  history.replaceState(null, '', '/')
})

test('sign-in follows a page for clients in the language that its sender suggested', () => {
  history.replaceState(null, '', '/sign/code')
  suggestLanguage('es')
  history.replaceState(null, '', '/login')
  expect(sharedLanguage()).toBe('es')
  history.replaceState(null, '', '/portal')
  expect(sharedLanguage()).toBe('en')
})
