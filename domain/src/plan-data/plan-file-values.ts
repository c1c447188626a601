/** Ages of a rate, youngest first: 14 and younger, 15 to 63, 64 and older. */
export const rateAges = 51
const youngest = 14
const oldest = 64

/** Place of an age in a plan's rates, from 0. */
export function ageSlot(age: number): number {
  return Math.min(Math.max(age, youngest), oldest) - youngest
}

/**
 * Places of an age of a rate file: '0-14' and '21' one, '0-20' seven, as in files before 2018. 'family' for rates of a
 * whole family; null for other text.
 */
export function ageSlots(text: string): readonly [from: number, to: number] | 'family' | null {
  if (/^family option$/i.test(text)) return 'family'
  const one = /^(\d{1,3})(?:\s*-\s*(\d{1,3})|\s*(?:and over|\+))?$/i.exec(text)
  if (!one) return null
  const from = ageSlot(Number(one[1]))
  const to = /over|\+/i.test(text) ? rateAges - 1 : ageSlot(Number(one[2] ?? one[1]))
  return to < from ? null : [from, to]
}

/** Amount in whole cents, such as '$4,500 ' or '412.37'; null for other text. */
export function fileCents(text: string): number | null {
  // Nearly all of the millions of rates are written so, and need no groups.
  if (/^\d{1,9}\.\d\d$/.test(text)) return Number(text.slice(0, -3)) * 100 + Number(text.slice(-2))
  const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2})\d*)?\s*$/.exec(text)
  if (!found) return null
  return Number(found[1]?.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** First amount in a text such as '$9,000 per group', in whole cents; null for 'Not Applicable' and other texts without one. */
export function centsIn(text: string): number | null {
  const found = /\$\s*([\d,]+(?:\.\d{1,2})?)/.exec(text)
  return found?.[1] === undefined ? fileCents(text) : fileCents(found[1])
}

/** Insurers file this as the rate of an age that they do not sell to. */
const placeholderCents = 999_900

/** Rate in cents; null where the file has none: empty, zero, or a placeholder such as 9999. Undefined for other text. */
export function rateCents(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || /^not applicable$/i.test(trimmed)) return null
  const cents = fileCents(trimmed)
  if (cents === null) return undefined
  return cents === 0 || cents >= placeholderCents ? null : cents
}

/** Number of 'Rating Area 12' or '12'; null for other text. */
export function ratingArea(text: string): number | null {
  const found = /^(?:rating area\s*)?(\d{1,3})$/i.exec(text.trim())
  return found ? Number(found[1]) : null
}

/** County code from '12086', '12086.0' or, without its leading zero, '1001'; null for other text. */
export function countyFips(text: string): string | null {
  const found = /^(\d{4,5})(?:\.0+)?$/.exec(text.trim())
  return found?.[1]?.padStart(5, '0') ?? null
}

/** ZIP codes of '33139, 33140'; null if one of them is none. */
export function zipCodes(text: string): string[] | null {
  const zips = text.split(/[\s,;]+/).filter((zip) => zip !== '')
  return zips.every((zip) => /^\d{5}$/.test(zip)) ? zips : null
}

/** Share of the premium for essential health benefits in millionths: '0.9986', '99.86%'; empty is all. Null for other text. */
export function ehbMillionths(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '' || /^not applicable$/i.test(trimmed)) return 1_000_000
  const found = /^(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(trimmed)
  if (!found) return null
  const share = Math.round(Number(found[1]) * (found[2] === '%' ? 10_000 : 1_000_000))
  return share > 0 && share <= 1_000_000 ? share : null
}

/** Date as YYYY-MM-DD from '2027-01-01' or '1/1/2027'; null for other text. */
export function fileDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text.trim())
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(text.trim())
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1]?.padStart(2, '0'), american[2]?.padStart(2, '0')]
      : []
  if (!year || !month || !day) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : `${year}-${month}-${day}`
}

const cost = /\$\s*([\d,]+(?:\.\d+)?)/
const share = /([\d.]+)\s*%/

/**
 * Price of a benefit in the format of `CostSharing` from its copay and coinsurance, such as '$35.00 Copay after
 * deductible' and '40.00%'. Null where the file says nothing of it.
 */
export function benefitPrice(copay: string, coinsurance: string): { price: string; after_deductible: boolean } | null {
  const texts = `${copay} ${coinsurance}`
  if (!/\d|no charge/i.test(texts)) return null
  const after_deductible = /after deductible/i.test(texts)
  const dollars = cost.exec(copay)?.[1]?.replaceAll(',', '')
  if (dollars !== undefined && Number(dollars) > 0)
    // Exactly 1 means the full price; a copay of one dollar is written a little above it.
    return { price: Number(dollars) === 1 ? '1.001' : String(Number(dollars)), after_deductible }
  const percent = Number(share.exec(coinsurance)?.[1] ?? 0)
  return { price: String(Math.min(percent, 100) / 100), after_deductible }
}
