import { readFileDate } from '../uploads/file-date.ts'

/** A date in a search for a person: who was born that day, and of these the one with this name. */
export interface BirthDateSearch {
  date: string
  /** '' when only the date was typed. */
  name: string
}

const written = String.raw`\d{1,2}(?<sign>[/.-])\d{1,2}\k<sign>(?:\d{4}|\d{2})|\d{4}-\d{1,2}-\d{1,2}`
const dated = new RegExp(String.raw`(?:^|[\s,])(?:(?:born|dob|birthday)\b[\s:]*)?(?<date>${written})(?=$|[\s,])`, 'i')

/**
 * Reads a birth date as callers say it: '3/14/1962', 'born 3-14-62', 'ruiz 1962-03-14'. Null without a date, or with one of
 * the future.
 */
export function readBirthDateSearch(text: string, today: string): BirthDateSearch | null {
  const found = dated.exec(text)
  const date = readFileDate(found?.groups?.date ?? '', {
    order: 'MDY',
    latest: Number(today.slice(0, 4)),
    serials: false,
  })
  if (!found || date === null || date > today) return null
  const name = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  return { date, name: name.replace(/^[\s,]+|[\s,]+$/g, '').replace(/\s+/g, ' ') }
}
