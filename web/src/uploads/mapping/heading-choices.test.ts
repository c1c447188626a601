import type { HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import { describe, expect, test } from 'vitest'
import { choose, mappingToSubmit, usesInWords, withChoices, withHeadings } from './heading-choices.ts'

function use(heading: string, field: string | null, by: HeadingUse['by']): HeadingUse {
  return { heading, field, by, sample: null }
}

const uses = [
  use('Policy Number', 'PolicyNumber', 'profile'),
  use('First Name', 'FirstName', 'name'),
  use('Mbr Phone', 'Phone', 'guess'),
  use('Rating Zip', 'ZipCode', 'choice'),
  use('Autopay', null, 'none'),
  use('Notes', null, 'none'),
]
const choices = { 'Rating Zip': 'ZipCode', Autopay: null }

describe('the headings of a file', () => {
  test('a field is fed by the heading chosen last', () => {
    expect(choose({ A: 'Phone', B: 'Email' }, 'C', 'Phone')).toEqual({ A: null, B: 'Email', C: 'Phone' })
    expect(choose({ A: null }, 'B', null)).toEqual({ A: null, B: null })
  })

  test('follow a choice at once, also before the server has checked it', () => {
    const chosen = withChoices(uses, { Notes: 'Phone', 'Policy Number': null })
    expect(chosen.map(({ field, by }) => [field, by])).toEqual([
      [null, 'none'],
      ['FirstName', 'name'],
      [null, 'none'],
      ['ZipCode', 'choice'],
      [null, 'none'],
      ['Phone', 'choice'],
    ])
    const saved = withHeadings(plainProfile, uses, { Notes: 'Phone' })
    expect(saved.headings.Phone).toEqual(['Notes'])
    expect(mappingToSubmit(uses, { Notes: 'Phone' })).toEqual({ Notes: 'Phone' })
  })

  test('are counted by who understood them', () => {
    expect(usesInWords(uses, choices, 'the Ambetter profile')).toBe(
      '6 in the file: 1 by the Ambetter profile, 1 by name, 1 guessed, 2 chosen, 1 not used',
    )
  })

  test('are loaded as shown: guesses that were let stand go as choices', () => {
    expect(mappingToSubmit(uses, choices)).toEqual({ 'Mbr Phone': 'Phone', 'Rating Zip': 'ZipCode', Autopay: null })
  })

  test('become the profile: guesses and choices lead their field, what is not used is ignored', () => {
    const before = {
      ...plainProfile,
      headings: { ZipCode: ['Zip'], Address: ['rating_zip'], PolicyNumber: ['Policy Number'] },
    }
    const after = withHeadings(before, uses, choices)
    expect(after.headings).toEqual({
      ZipCode: ['Rating Zip', 'Zip'],
      Address: [],
      PolicyNumber: ['Policy Number'],
      Phone: ['Mbr Phone'],
    })
    expect(after.ignored).toEqual(['Autopay'])
    expect(withHeadings(after, uses, choices)).toEqual(after)
  })
})
