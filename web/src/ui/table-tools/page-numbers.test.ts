import { describe, expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

describe('the page buttons', () => {
  it('shows the first four pages and the last one at the start', () => {
    expect(pageNumbers(1, 681)).toEqual([1, 2, 3, 4, 'after', 681])
    expect(pageNumbers(3, 681)).toEqual([1, 2, 3, 4, 'after', 681])
  })
  it('keeps the current page between its neighbours in the middle', () => {
    expect(pageNumbers(4, 681)).toEqual([1, 'before', 3, 4, 5, 'after', 681])
  })
  it('shows the last four pages at the end', () => {
    expect(pageNumbers(681, 681)).toEqual([1, 'before', 678, 679, 680, 681])
  })
  it('has no gap for six pages or fewer, and one page for an empty list', () => {
    expect(pageNumbers(2, 6)).toEqual([1, 2, 3, 4, 5, 6])
    expect(pageNumbers(1, 1)).toEqual([1])
  })
})
