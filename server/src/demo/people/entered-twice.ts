import { plusDays } from '../demo-calendar.ts'
import { DemoRandom } from '../demo-random.ts'
import { type DemoCustomer, type Insured, workingTime } from './demo-customer.ts'
import { demoAddress, demoEmail, demoPhone } from './demo-people.ts'

/** One in this many people is entered twice. */
const every = 60
/** One in this many of those is entered the second time as a contact only. */
const contactsOnly = 4

/** Names by which people call themselves on the phone. */
const shortNames: Readonly<Record<string, string>> = {
  Jonathan: 'Jon',
  Christopher: 'Chris',
  Matthew: 'Matt',
  Michael: 'Mike',
  Robert: 'Rob',
  Thomas: 'Tom',
  Daniel: 'Dan',
  Steven: 'Steve',
  Kenneth: 'Ken',
  Timothy: 'Tim',
  Nicholas: 'Nick',
  Benjamin: 'Ben',
  Samuel: 'Sam',
  Gregory: 'Greg',
  Joshua: 'Josh',
  Jeffrey: 'Jeff',
  Patricia: 'Pat',
  Deborah: 'Deb',
  Jennifer: 'Jen',
  Susan: 'Sue',
  Rebecca: 'Becky',
  Katherine: 'Kathy',
  Christine: 'Chris',
  Pamela: 'Pam',
  Samantha: 'Sam',
  Jacqueline: 'Jackie',
  Stephanie: 'Steph',
  Alejandro: 'Alex',
  Alejandra: 'Ale',
  Francisco: 'Paco',
  Guadalupe: 'Lupe',
  Gabriela: 'Gaby',
  Daniela: 'Dani',
  Eduardo: 'Eddie',
  Margarita: 'Margie',
  Isabella: 'Isa',
  Roberto: 'Beto',
  Ricardo: 'Ricky',
}

type Difference = (once: DemoCustomer, random: DemoRandom) => Partial<DemoCustomer>

/** What differs the second time; the rest is the same, so that a person can see that they are one. */
const differences: readonly Difference[] = [
  // Another address after a move, with a phone of the new place.
  ({ insured }, random) => ({
    insured: { ...insured, address: demoAddress(random) },
    phone: demoPhone(random, random.pick(['305', '786', '407', '713', '404'])),
  }),
  // The private email instead of the one at work.
  ({ insured }, random) => ({ email: demoEmail(random, insured.firstName, insured.lastName) }),
  // Month and day of the date of birth in the other order, or a day that was misheard.
  ({ insured }) => ({ insured: { ...insured, dob: swappedDay(insured.dob) } }),
  // Without accents and with one family name.
  ({ insured }) => ({ insured: { ...insured, ...typedPlainly(insured) } }),
]

/** The people who were entered a second time, with ids from `firstId`. */
export function enteredTwice(people: readonly DemoCustomer[], firstId: number, today: string): DemoCustomer[] {
  return people
    .filter(({ insured }, at) => at % every === 24 || (insured.firstName in shortNames && at % 9 === 4))
    .map((once, at) => again(once, firstId + at, at, today))
}

function again(once: DemoCustomer, id: number, place: number, today: string): DemoCustomer {
  const random = new DemoRandom(3017, place)
  const shortName = shortNames[once.insured.firstName]
  const differs = differences[place % differences.length]
  const second = shortName
    ? { ...once, insured: { ...once.insured, firstName: shortName } }
    : { ...once, ...differs?.(once, random) }
  const later = plusDays(once.created.slice(0, 10), random.between(20, 240))
  const day = later < today ? later : plusDays(today, -1)
  const created = workingTime(day, random)
  return {
    ...second,
    id: String(id),
    isCustomer: place % contactsOnly !== 1,
    created,
    steps: [{ statusId: 1, at: created, comment: 'Called the office about next year.' }],
  }
}

function swappedDay(dob: string | null): string | null {
  if (dob === null) return null
  const [year, month, day] = dob.split('-')
  return Number(day) <= 12 && day !== month ? `${year}-${day}-${month}` : plusDays(dob, 1)
}

function typedPlainly({ firstName, lastName }: Insured): Pick<Insured, 'firstName' | 'lastName'> {
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
  const [family = lastName] = plain(lastName).split(' ')
  return { firstName: plain(firstName), lastName: family }
}
