/** What is known of two contacts beside each other. */
export interface Comparison {
  /** How much the names are alike by their trigrams, in percent; the order of the names does not matter. */
  alike: number
  /** null: of one of them it is not known. */
  sameDob: boolean | null
  sameEmail: boolean
  samePhone: boolean
}

/** How likely two contacts are one person, from 1 to 100, and why, as a person reads it. */
export interface Likeness {
  score: number
  reason: string
}

/**
 * Whether two contacts may be one person; null when nothing but chance says so. Families share a phone and an e-mail
 * address, and many are born on one day, so that each of these needs names that are alike: the less it says by itself,
 * the more. Two different dates of birth are believed unless the names are nearly the same.
 */
export function likeness({ alike, sameDob, sameEmail, samePhone }: Comparison): Likeness | null {
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
      sameEmail && 'same e-mail',
      samePhone && 'same phone',
      alike >= 100 ? 'same name' : `names ${alike} % alike`,
      sameDob === false && 'different dates of birth',
    ]
      .filter(Boolean)
      .join(', '),
  }
}
