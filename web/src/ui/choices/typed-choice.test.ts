import { describe, expect, it } from 'vitest'
import { bestChoice, onlyChoice, withoutChoice } from './typed-choice.ts'

const choices = (...labels: string[]) => labels.map((label) => ({ value: label.slice(0, 3), label }))

describe('the choice that a typed text means', () => {
  it('highlights the equal label, then one that begins with the text, then the first', () => {
    expect(bestChoice(choices('Female', 'Male'), 'male')).toBe(1)
    expect(bestChoice(choices('Inactive', 'Active', 'Active soon'), 'act')).toBe(1)
    expect(bestChoice(choices('Ana Martin', 'Eva Martin'), 'martin')).toBe(0)
    expect(bestChoice([], 'x')).toBe(-1)
  })

  it('takes the equal label or the only match, of a short list also the only one that begins with the text', () => {
    expect(onlyChoice(choices('Female', 'Male'), ' MALE ', false)?.label).toBe('Male')
    expect(onlyChoice(choices('Ana Martin, NPN 5'), 'martin', false)?.label).toBe('Ana Martin, NPN 5')
    expect(onlyChoice(choices('Female', 'Male'), 'm', true)?.label).toBe('Male')
    expect(onlyChoice(choices('Mara Diaz', 'Ana Marin'), 'mar', false)).toBeUndefined()
    expect(onlyChoice(choices('May', 'March'), 'ma', true)).toBeUndefined()
    expect(onlyChoice(choices('Eva Diaz', 'Eva Diaz'), 'eva diaz', true)).toBeUndefined()
  })

  it('says why a text chose nothing', () => {
    expect(withoutChoice([], ' Zz ')).toBe("No match for 'Zz'")
    expect(withoutChoice(choices('May', 'March'), 'Ma')).toBe("'Ma' fits more than one, choose one")
  })
})
