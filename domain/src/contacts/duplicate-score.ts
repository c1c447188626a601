/** Comparison of two contacts. */
export interface Comparison {
  /** Trigram similarity of the names in percent, independent of their order. */
  alike: number
  /** Null when unknown for one of them. */
  sameDob: boolean | null
  sameEmail: boolean
  samePhone: boolean
}

/** Probability, from 1 to 100, that two contacts are one person, with its reason. */
export interface DuplicateScore {
  score: number
  reason: string
}

/**
 * Score of two contacts as possible duplicates; null when the evidence is too weak. Families share a phone and an
 * email address, and birthdays coincide, so each of these also needs similar names: the weaker the evidence, the more
 * similar. Different dates of birth rule out a match unless the names are nearly equal.
 */
export function duplicateScore({ alike, sameDob, sameEmail, samePhone }: Comparison): DuplicateScore | null {
  const needed = Math.min(
    sameDob ? (sameEmail || samePhone ? 20 : 50) : 101,
    sameEmail ? 40 : 101,
    samePhone ? 60 : 101,
  )
  const possible = sameDob === false ? (sameEmail || samePhone) && alike >= 80 : alike >= needed
  if (!possible) return null
  const known = (sameDob ? 30 : 0) + (sameEmail ? 20 : 0) + (samePhone ? 12 : 0) - (sameDob === false ? 25 : 0)
  return {
    score: Math.max(1, Math.min(100, Math.round(alike * 0.5) + known)),
    reason: [
      sameDob === true && 'same date of birth',
      sameEmail && 'same email',
      samePhone && 'same phone',
      alike >= 100 ? 'same name' : `names ${alike} % alike`,
      sameDob === false && 'different dates of birth',
    ]
      .filter(Boolean)
      .join(', '),
  }
}
