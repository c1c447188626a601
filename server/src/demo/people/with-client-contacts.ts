import type { DemoCustomer } from './demo-customer.ts'

/**
 * The customers with phones of their own: the policies they come from have too few example numbers, so that dozens would
 * share one. A few are as agencies find them: four with one email, one with the agent's, one without email and phone.
 */
export function withClientContacts(people: readonly DemoCustomer[]): DemoCustomer[] {
  const areas = [...new Set(people.map(({ phone }) => phone.slice(0, 3)))].sort()
  const spare = areas.flatMap((area) => Array.from({ length: 100 }, (_, nth) => exampleNumber(area, nth)))
  const wanted = new Set(people.map(({ phone }) => phone))
  const free = spare.filter((number) => !wanted.has(number)).values()
  const given = new Set<string>()
  return people.map((person, at) => {
    const phone = given.has(person.phone) ? (free.next().value ?? person.phone) : person.phone
    given.add(phone)
    return { ...person, phone, ...oddContacts(at) }
  })
}

/** 555-0100 to 555-0199 are reserved in every area code (NANPA). */
function exampleNumber(area: string, nth: number): string {
  return `${area}55501${String(nth).padStart(2, '0')}`
}

function oddContacts(at: number): { email?: string; phone?: string } {
  if (at >= 40 && at < 44) return { email: 'tax.and.insurance@example.com' }
  if (at === 50) return { email: 'agent@demo.test', phone: '' }
  if (at === 51) return { email: '', phone: '' }
  return {}
}
