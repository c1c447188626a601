import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../platform/page/reader-language.ts'
import { testScreen } from '../ui/basics/test-screen.tsx'
import { SourceNotice } from './source-notice.tsx'

let screen: ReturnType<typeof testScreen>

beforeEach(() => {
  history.replaceState(null, '', '/self-enroll/')
  screen = testScreen()
})
afterEach(async () => {
  await screen.close()
  await act(async () => setLanguage('en'))
  history.replaceState(null, '', '/')
})

test.each([
  ['en', 1, "1 plan of the marketplace couldn't be read and is missing here."],
  ['en', 3, "3 plans of the marketplace couldn't be read and are missing here."],
  ['es', 3, 'No se pudieron leer 3 planes del Mercado, que faltan aquí.'],
] as const)(
  'P-84 in %s the plans screen says when %i plans of the marketplace could not be read',
  async (language, unreadable, sentence) => {
    setLanguage(language)
    await screen.show(<SourceNotice answer={{ asOf: null, unreadable }} />)
    expect(document.body.textContent).toContain(sentence)
    await screen.show(<SourceNotice answer={{ asOf: null, unreadable: 0 }} />)
    expect(document.body.textContent).not.toContain(sentence)
  },
)
