import type { DemoPolicy } from './demo-policies.ts'

/** What a statement says of a policy's line instead of what the book says. */
export interface StatedLine {
  number: string
  name: string
  dob?: string
  memberId?: string
}

/** The ways in which the newest statements name a policy, in the order in which they come up. */
const ways: readonly ((policy: DemoPolicy) => StatedLine)[] = [
  // Two digits are swapped: the name is a candidate.
  (policy) => ({ number: swapped(policy.number), name: fullName(policy) }),
  // The number is right, the birth date is another person's.
  (policy) => ({ number: policy.number, name: fullName(policy), dob: otherYear(policy.person.dob) }),
  (policy) => ({ number: swapped(policy.number), name: `${policy.person.lastName}, ${policy.person.firstName}` }),
  // The number of the member in place of the policy's: it matches by itself.
  (policy) => ({ number: `M${policy.number}`, name: fullName(policy), memberId: policy.memberId }),
  (policy) => ({
    number: swapped(policy.number),
    name: `${policy.person.firstName.charAt(0)} ${policy.person.lastName}`,
  }),
  // An old number, with the birth date: it matches by itself.
  (policy) => ({ number: `OLD${policy.number}`, name: fullName(policy), dob: policy.person.dob }),
  // Clients that the agency does not have.
  ({ number }) => ({ number: `9${number}`, name: 'Delphine Okafor' }),
  ({ number }) => ({ number: `8${number}`, name: 'Bartholomew Quist' }),
  (policy) => ({ number: policy.number, name: fullName(policy), dob: otherYear(policy.person.dob) }),
  (policy) => ({ number: swapped(policy.number), name: fullName(policy) }),
  (policy) => ({ number: swapped(policy.number), name: fullName(policy) }),
  // A person decided about these two.
  (policy) => ({ number: `${resolvedPrefix}${policy.number}`, name: fullName(policy) }),
  ({ number }) => ({ number: `${ignoredPrefix}${number}`, name: 'Philippa Brandt' }),
]

/** Beginnings of the numbers of lines that a person gave a policy, or found to be none of the agency's. */
export const resolvedPrefix = 'R-'
export const ignoredPrefix = 'X-'

const fullName = ({ person }: DemoPolicy) => `${person.firstName} ${person.lastName}`
/** 'U9012345' → 'U9012354'. */
const swapped = (number: string) => `${number.slice(0, -2)}${number.at(-1)}${number.at(-2)}`
const otherYear = (day: string) => `${Number(day.slice(0, 4)) - 9}${day.slice(4)}`

/** A handful of lines of the newest statements, whatever the size of the demo, that name their policy otherwise than its book. */
export function unmatchedLines(newest: string): (policy: DemoPolicy, month: string) => StatedLine | null {
  const left = [...ways]
  return (policy, month) => {
    if (month !== newest || policy.id % 29 !== 5 || policy.number.at(-1) === policy.number.at(-2)) return null
    return left.shift()?.(policy) ?? null
  }
}
