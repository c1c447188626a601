import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyOf, mayPass } from './claim-expression.ts'

/**
 * Independent implementation of the rule: parses the expression character by character and looks names up in a table.
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
  test('P-35 ACCESS-04 agrees with an independent implementation for any expression and rights', () => {
    let opened = 0
    fc.assert(
      fc.property(expression, fc.array(name), fc.array(name), (text, roles, claims) => {
        const answer = mayPass(text, { roles, claims })
        if (answer) opened++
        expect(answer).toBe(opens(text, [...roles, ...claims]))
      }),
      { numRuns: 20_000 },
    )
    // Guards against comparing only refusals.
    expect(opened).toBeGreaterThan(500)
  })

  test('P-35 more rights never grant less, and no rights grant nothing', () => {
    fc.assert(
      fc.property(expression, fc.array(name), name, (text, claims, more) => {
        expect(mayPass(text, { roles: [], claims: [] })).toBe(false)
        if (mayPass(text, { roles: [], claims }))
          expect(mayPass(text, { roles: [], claims: [...claims, more] })).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('P-35 truth table of space and pipe, in any letter case', () => {
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

  test('P-35 a union grants exactly what any of its expressions grants', () => {
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
