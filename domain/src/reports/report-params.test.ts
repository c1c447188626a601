import { describe, expect, test } from 'vitest'
import { paramInWords, type ReportParam, readParams } from './report-params.ts'

const param = (name: string, type: ReportParam['type'], more: Partial<ReportParam> = {}): ReportParam => ({
  name,
  label: name,
  type,
  format: null,
  values: null,
  default: null,
  ...more,
})
const params = [
  param('from', 'date'),
  param('least', 'number', { format: '$#,##0.00', default: '0' }),
  param('who', 'text', { default: '' }),
  param('all', 'boolean', { default: 'false' }),
  param('carrier', 'list', { values: [{ value: '7', name: 'Oscar' }], default: null }),
]

describe('report parameters', () => {
  test('REPORT-03 are parsed by type, with defaults for missing values', () => {
    expect(readParams(params, { from: '2026-02-28', least: '1234.5', carrier: '7' })).toEqual({
      values: { from: '2026-02-28', least: '1234.5', who: '', all: 'false', carrier: '7' },
      problems: [],
    })
  })

  test('REPORT-05 all problems are reported by parameter; parameters without default are required', () => {
    const { problems } = readParams(params, {
      from: '2026-02-30',
      least: '0.001',
      who: 'x'.repeat(101),
      all: 'maybe',
      carrier: '8',
      other: '1',
    })
    expect(problems).toEqual([
      { path: 'other', message: 'Unknown' },
      { path: 'from', message: 'Must be valid date' },
      { path: 'least', message: 'Not valid' },
      { path: 'who', message: 'At most 100 characters' },
      { path: 'all', message: 'Not valid' },
      { path: 'carrier', message: 'Not valid' },
    ])
    expect(readParams(params, {}).problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'from Required',
      'carrier Required',
    ])
  })

  test('REPORT-07 numbers use the parameter’s format string, other types are text', () => {
    const words = Object.entries({ from: '2026-02-28', least: '1234.5', who: 'Ana', all: 'true', carrier: '7' }).map(
      ([name, value]) => {
        const found = params.find((one) => one.name === name)
        return found && paramInWords(found, value, ['Yes', 'No'])
      },
    )
    expect(words).toEqual(['02/28/2026', '$1,234.50', 'Ana', 'Yes', 'Oscar'])
  })
})
