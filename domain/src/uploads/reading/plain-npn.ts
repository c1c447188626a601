/** Digits grouped by thousands, as people type them and spreadsheets show them; never the groups of a Social Security number. */
const byThousands = /^\d{1,3}([ ,-])\d{3}(?:\1\d{3})*$/

/**
 * A National Producer Number as digits: without what groups them by thousands, and without the zeros that carriers and
 * spreadsheets put in front of it. Other text stays.
 */
export function plainNpn(text: string): string {
  const digits = byThousands.test(text) ? text.replace(/\D/g, '') : text
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : text
}
