import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { waitUntilIdle } from '../../support/screens.ts'
import { expect } from '../../support/test-fixtures.ts'

/** Catalogues in English and Spanish: what a Spanish page must not show, and what it may. */
const catalogues = [
  'web/src/**/*-texts.ts',
  'web/src/**/*-words.ts',
  'domain/src/**/*-words.ts',
  'domain/src/**/*-text.ts',
  'domain/src/enrollment/attestations.ts',
]
const cwd = join(import.meta.dirname, '../../..')
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** Texts of a catalogue's source, cut at the values that it inserts. */
function textsIn(source: string): string[] {
  const lines = source.split('\n').filter((line) => !/^import |^\s*(\*|\/\*\*|\/\/)/.test(line))
  return [...lines.join('\n').matchAll(literal)]
    .map(([, one = '', two = '', three = '']) => one || two || three)
    .flatMap((text) => text.split(/\$\{[^}]*\}/))
    .map((text) => text.replace(/\\(.)/g, '$1').trim())
    .filter((text) => /\p{L}{2}/u.test(text))
}

let known: Promise<ReadonlySet<string>> | undefined
/** English texts of all catalogues that no Spanish text equals. */
async function englishTexts(): Promise<ReadonlySet<string>> {
  const english = new Set<string>()
  const spanish = new Set<string>()
  for await (const path of glob(catalogues, { cwd })) {
    const source = readFileSync(join(cwd, path), 'utf8')
    // English comes first in every catalogue: `const en`, `en: {` or `function english`.
    const at = source.search(/^const es\b|^const \w+Es\b|^ {2}es: |^function spanish|^const spanish/m)
    if (at < 0) continue
    for (const text of textsIn(source.slice(0, at))) english.add(text)
    for (const text of textsIn(source.slice(at))) spanish.add(text)
  }
  expect(english.size).toBeGreaterThan(500)
  return new Set([...english].filter((text) => !spanish.has(text)))
}

/** Words of English sentences that are no Spanish words; names of products and carriers have none of them. */
const englishWords =
  /\b(the|and|your|you|of|is|are|with|for|to|not|this|what|which|from|add|choose|show|loading|have|has|by|will|was|after|before|month|year|years)\b/i

/** Product names, and data that carriers and the agency name themselves. */
const allowed: readonly RegExp[] = [/^EDE$/, /^HSA$/, /^English$/, /^Español$/, /^Coverdesk/]

/** Fails if the page that was opened last, once it is loaded, shows an English text or names something in English. */
export async function expectSpanish(page: Page, where: string, { moreThan = 10 } = {}): Promise<void> {
  known ??= englishTexts()
  const english = await known
  await waitUntilIdle(page)
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const isHidden = !element || element.closest('script, style, body [lang="en"], [hidden]') !== null
      if (!isHidden && element.checkVisibility()) texts.push(node.textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (!element.closest('body [lang="en"]'))
        for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  })
  expect(shown.length, where).toBeGreaterThan(moreThan)
  const found = shown.filter(
    (text) => !allowed.some((name) => name.test(text)) && (english.has(text) || englishWords.test(text)),
  )
  expect.soft([...new Set(found)], `English on ${where}`).toEqual([])
}
