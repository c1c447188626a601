import type { VisitorDraft } from '../eligibility/visitor-draft.ts'
import { EdeAnswers, newPerson, type TypedPerson } from './ede-answers.ts'

type QuotedPerson = VisitorDraft['household']['people'][number]

/**
 * Answers of the wizard that the visitor gave already. Ages are not carried over, because the application asks for dates of
 * birth; the income of the household is one yearly income of the applicant, whose kind the wizard asks for.
 */
export function answersOfDraft({ household, plan }: VisitorDraft): EdeAnswers {
  const { zipCode, countyFips = '', income, year, event, eventDate } = household
  const quoted = household.people.toSorted((one, other) => Number(isSelf(other)) - Number(isSelf(one)))
  const people: TypedPerson[] = []
  for (const [place, person] of quoted.entries())
    people.push(newPerson(people, { ...typedPerson(person), relationship: relationshipOf(person, place) }))
  const [self] = people
  return EdeAnswers.parse({
    about: { zipCode, countyFips, ...(event && year && { specialYear: String(year), event, eventDate }) },
    household: { people },
    income: {
      people:
        self && income !== null
          ? [{ id: self.id, has: 'yes', sources: [{ kind: '', amount: income, period: 'year' }] }]
          : [],
    },
    coverage: {
      people: people.map(({ id }, place) => ({
        id,
        coverage: quoted[place]?.coverage ?? 'none',
        offer: quoted[place]?.offer ?? '',
        minimumValue: quoted[place]?.minimumValue ?? '',
      })),
    },
    plan,
  })
}

const isSelf = ({ relation }: QuotedPerson) => relation === 'self'

function relationshipOf({ relation }: QuotedPerson, place: number): TypedPerson['relationship'] {
  if (place === 0) return 'self'
  // A second 'You' is a mistake that the wizard asks about.
  return relation === 'self' ? '' : relation
}

function typedPerson({ covered, expecting, status, tobacco }: QuotedPerson): Partial<TypedPerson> {
  const expected = String(expecting)
  return {
    applies: covered ? 'yes' : 'no',
    expecting: expected === '1' || expected === '2' || expected === '3' ? expected : '',
    // No is also what the form says before it is asked, so only Yes is an answer.
    ...(tobacco && { tobacco: 'yes' }),
    ...(status !== 'citizen' && { citizen: 'no', status }),
  }
}
