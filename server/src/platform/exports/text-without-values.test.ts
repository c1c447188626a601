import pg from 'pg'
import { expect, test } from 'vitest'
import { textWithoutValues } from './text-without-values.ts'

test('P-66 a statement is logged without its values, whatever they contain', () => {
  for (const name of ['Vega', "O'Hara", 'back\\slash', "\\'", "'", "''\\", 'two\nlines'])
    expect(
      textWithoutValues(`select a1 from t where n ~ '\\' and name = ${pg.escapeLiteral(name)}::text and id = 4711`),
    ).toMatch(/^select a1 from t where n ~ \? and name = +\?::text and id = \?$/)
})
