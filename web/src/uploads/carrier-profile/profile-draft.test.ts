import { knownProfiles } from '@coverdesk/domain/uploads/known-profiles.ts'
import { describe, expect, test } from 'vitest'
import { differs, draftOf, profileOf, withLine } from './profile-draft.ts'

describe('the draft of a carrier profile', () => {
  test.each(Object.entries(knownProfiles))('%s comes back as it was', (_, profile) => {
    expect(profileOf(draftOf(profile))).toEqual(profile)
    expect(differs(draftOf(profile), profile)).toBe(false)
  })

  test('leaves out empty lines, fields without headings and what is no date', () => {
    const draft = draftOf(knownProfiles.HealthSherpa)
    const edited = {
      ...withLine(draft),
      headings: { ...draft.headings, Phone: [] },
      openEndDates: ['12/31/9999', '02/30/2026'],
    }
    const saved = profileOf(edited)
    expect(saved.values).toEqual(knownProfiles.HealthSherpa.values)
    expect(saved.headings).not.toHaveProperty('Phone')
    expect(saved.openEndDates).toEqual(['9999-12-31'])
    expect(differs(edited, knownProfiles.HealthSherpa)).toBe(true)
  })

  test('keeps new lines of translation apart', () => {
    const two = withLine(withLine(draftOf(knownProfiles.Oscar)))
    expect(two.translations.map(({ key }) => key)).toEqual([0, 1])
  })
})
