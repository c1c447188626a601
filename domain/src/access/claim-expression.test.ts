import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyOf, mayPass } from './claim-expression.ts'

/**
 * The rule once more, written another way: a reader that goes through the expression letter by letter and asks a table
 * of which name opens which. Slow and plain on purpose.
 */
function opens(expression: string, held: readonly string[]): boolean {
  let terms = 0
  let termOpen = false
  let inTerm = false
  let word = ''
  const endWord = () => {
    const wanted = word.toLowerCase()
    for (const name of held) {
      const had = name.toLowerCase()
      if (wanted !== '' && (had === wanted || (wanted.startsWith('view.') && had === wanted.replace(/^view/, 'admin'))))
        termOpen = true
    }
    word = ''
  }
  for (const letter of `${expression} `) {
    if (letter === '|') {
      inTerm = true
      endWord()
    } else if (/\s/.test(letter)) {
      if (!inTerm) continue
      endWord()
      if (!termOpen) return false
      terms++
      inTerm = termOpen = false
    } else {
      inTerm = true
      word += letter
    }
  }
  return terms > 0
}

const letters = fc.constantFrom(
  'view.',
  'admin.',
  'Lead',
  'LEAD',
  'Policy',
  'agent',
  'Agent',
  'x',
  '.',
  '|',
  ' ',
  '  ',
  '\t',
  '',
)
const expression = fc.array(letters, { maxLength: 14 }).map((parts) => parts.join(''))
const name = fc.constantFrom(
  'agent',
  'AGENT',
  'view.Lead',
  'ADMIN.lead',
  'admin.Policy',
  'view.policy',
  'x',
  'view.',
  '.',
  '',
)

describe('P-35 claim expressions', () => {
  test('P-35 ACCESS-04 any expression opens for any rights exactly what a second reading of the rule opens', () => {
    let opened = 0
    fc.assert(
      fc.property(expression, fc.array(name), fc.array(name), (text, roles, claims) => {
        const answer = mayPass(text, { roles, claims })
        if (answer) opened++
        expect(answer).toBe(opens(text, [...roles, ...claims]))
      }),
      { numRuns: 20_000 },
    )
    // Not a comparison of refusals with refusals.
    expect(opened).toBeGreaterThan(500)
  })

  test('P-35 more rights never open less, and no rights open nothing', () => {
    fc.assert(
      fc.property(expression, fc.array(name), name, (text, claims, more) => {
        expect(mayPass(text, { roles: [], claims: [] })).toBe(false)
        if (mayPass(text, { roles: [], claims }))
          expect(mayPass(text, { roles: [], claims: [...claims, more] })).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('P-35 the truth table of a space and a pipe, whatever the case', () => {
    const table: [held: string, and: boolean, or: boolean, both: boolean][] = [
      ['', false, false, false],
      ['a.x', false, true, false],
      ['b.x', false, true, false],
      ['A.X b.X', true, true, false],
      ['a.x c.x', false, true, true],
      ['b.x c.x', false, true, true],
      ['c.x', false, false, false],
      ['a.x B.x C.X', true, true, true],
    ]
    for (const [held, and, or, both] of table) {
      const claims = held.split(' ').filter(Boolean)
      expect(mayPass('a.x b.x', { roles: [], claims }), `${held} AND`).toBe(and)
      expect(mayPass('A.x|b.X', { roles: [], claims }), `${held} OR`).toBe(or)
      expect(mayPass('a.x|b.x c.x', { roles: [], claims }), `${held} both`).toBe(both)
    }
  })

  test('P-35 what any of several expressions opens, their union opens, and nothing else', () => {
    let opened = 0
    fc.assert(
      fc.property(fc.array(expression, { maxLength: 4 }), fc.array(name), (several, claims) => {
        const held = { roles: [], claims }
        const answer = mayPass(anyOf(several), held)
        if (answer) opened++
        expect(answer).toBe(several.some((one) => mayPass(one, held)))
      }),
      { numRuns: 5_000 },
    )
    expect(opened).toBeGreaterThan(250)
    expect(anyOf(['agent a.x', 'agent b.x|c.x'])).toBe('agent a.x|b.x|c.x')
    expect(anyOf(['agent a.x', 'b.x', 'administrator'])).toBe('agent|b.x|administrator a.x|b.x|administrator')
  })
})
