import { plusDays } from '../demo-calendar.ts'
import type { DemoPlace } from '../demo-places.ts'
import { type DemoRandom, weighted } from '../demo-random.ts'
import { asian, black, english, type NameGroup, spanish, streetKinds, streets } from './demo-names.ts'

export interface DemoPerson {
  firstName: string
  lastName: string
  sex: 'F' | 'M'
  dob: string
  age: number
  address: string
  /** '' if the carrier does not know one. */
  email: string
  phone: string
}

/**
 * Ages of subscribers on the exchanges, approximately as CMS publishes them by group each open enrollment. The oldest family
 * member subscribes; children alone are rare.
 */
const ages = weighted<readonly [from: number, to: number]>([
  [[3, 17], 3],
  [[18, 25], 11],
  [[26, 34], 18],
  [[35, 44], 19],
  [[45, 54], 21],
  [[55, 64], 27],
  [[65, 71], 1],
])

/** Other name groups for a place with this share of Spanish names, per 1000. */
const others = weighted<NameGroup>([
  [english, 66],
  [black, 24],
  [asian, 10],
])

/** A person of a place with their age on `day`; email addresses and phone numbers are reserved for examples. */
export function demoPerson(random: DemoRandom, place: DemoPlace, day: string): DemoPerson {
  const group = random.chance(place.spanish / 1000) ? spanish : others(random)
  const sex = random.chance(0.54) ? 'F' : 'M'
  const firstName = random.pick(sex === 'F' ? group.women : group.men)
  const lastName = familyName(random, group)
  const [from, to] = ages(random)
  const age = random.between(from, to)
  const dob = plusDays(
    `${Number(day.slice(0, 4)) - age}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`,
    -random.between(0, 364),
  )
  return {
    firstName,
    lastName,
    sex,
    dob,
    age,
    address: demoAddress(random),
    email: random.chance(0.12) ? '' : demoEmail(random, firstName, lastName),
    phone: demoPhone(random, place.areaCode),
  }
}

function familyName(random: DemoRandom, group: NameGroup): string {
  const name = random.pick(group.families)
  const double = random.chance(group === spanish ? 0.14 : 0.02)
  const second = random.pick(group.families)
  if (!double || second === name) return name
  return group === spanish ? `${name} ${second}` : `${name}-${second}`
}

export function demoAddress(random: DemoRandom): string {
  const unit = random.chance(0.22)
    ? ` Apt ${random.between(1, 9)}${random.pick(['', '01', '02', '04', '12', 'A', 'B', 'C'])}`
    : ''
  return `${random.between(101, 15_899)} ${random.pick(streets)} ${random.pick(streetKinds)}${unit}`
}

/** example.com, .org and .net are reserved (RFC 2606). */
export function demoEmail(random: DemoRandom, firstName: string, lastName: string): string {
  const [first, last] = [mailPart(firstName), mailPart(lastName)]
  const name = random.pick([`${first}.${last}`, `${first}${last}`, `${first.slice(0, 1)}${last}`, `${last}.${first}`])
  return `${name}${random.between(1, 99)}@example.${random.pick(['com', 'com', 'org', 'net'])}`
}

function mailPart(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** 555-0100 to 555-0199 are reserved in every area code (NANPA). */
export function demoPhone(random: DemoRandom, areaCode: string): string {
  return `${areaCode}55501${String(random.between(0, 99)).padStart(2, '0')}`
}
