import { maxPeople, newPerson, type TypedPerson } from '@coverdesk/domain/ede/ede-answers.ts'
import { ageOf, personProblems, stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { initialsOf } from '../initials.ts'
import { StepForm } from '../step-form.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import { PersonFields } from './person-fields.tsx'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

/** The household: saved people are lines, the one being entered is a form, which is kept while it is incomplete. */
export function HouseholdStep(props: StepProps) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const phone = usePhone()
  const size = phone ? 'xl' : 'md'
  const { saved } = props
  const { application } = saved
  const { today, numbers, answers } = application
  const { people } = answers.household
  const [first] = people
  const incomplete = first && personProblems(first, today).length > 0 ? first : null
  const [entering, setEntering] = useState<TypedPerson | null>(answers.household.entering ?? incomplete)
  const isNew = entering !== null && !people.some(({ id }) => id === entering.id)
  const enter = (person: TypedPerson | null) => {
    setEntering(person)
    if (person === null || answers.household.entering)
      void saved.save('household', { household: { people, entering: null } }).catch(() => null)
  }
  const [removing, setRemoving] = useState<TypedPerson | null>(null)
  /** Opens another person; the one in the form joins the list as far as they are typed. */
  const edit = (person: TypedPerson) => {
    setEntering(person)
    if (entering === null) return
    const isBlank = isNew && entering.firstName.trim() === '' && entering.dob === ''
    const others = isBlank ? people : withPerson(people, entering)
    void saved.save('household', { household: { people: others, entering: null } }).catch(() => null)
  }
  // The header says when it could not be saved.
  const remove = (id: string) =>
    saved
      .save('household', { household: { people: people.filter((person) => person.id !== id), entering } })
      .catch(() => null)
  const problem = stepProblems('household', { ...answers, household: { people, entering: null } }, today)[0]
  const shown = entering === null ? problem : undefined
  const place = /^people\.(\d+)\./.exec(shown?.path ?? '')?.[1]
  const wrong = place === undefined ? undefined : people[Number(place)]
  const nameOf = (person: TypedPerson) =>
    fullName(person) || (person.relationship === '' ? texts.newPerson : words.relationship[person.relationship])
  return (
    <StepScreen
      {...props}
      step="household"
      onContinue={() => saved.save('household', { household: { people, entering: null } }, true)}
      waits={entering ? texts.saveFirst(entering.firstName.trim()) : undefined}
      foot={
        phone && entering ? (
          <>
            {isNew || incomplete === null ? (
              <Button size={size} onClick={() => enter(null)}>
                {texts.cancel}
              </Button>
            ) : null}
            <Button size={size} variant="filled" type="submit" form="person">
              {texts.savePerson}
            </Button>
          </>
        ) : undefined
      }
    >
      <ul className={css.people}>
        {people
          .filter(({ id }) => id !== entering?.id)
          .map((person) => (
            <PersonLine
              key={person.id}
              person={person}
              today={today}
              onEdit={() => edit(person)}
              onRemove={
                person.relationship === 'self' || person.id === first?.id
                  ? null
                  : () => (fullName(person) ? setRemoving(person) : void remove(person.id))
              }
            />
          ))}
      </ul>
      {entering ? (
        <section className={css.card} aria-labelledby="person-head">
          <h2 id="person-head">{isNew ? texts.newPerson : fullName(entering) || texts.newPerson}</h2>
          <StepForm<TypedPerson>
            key={entering.id}
            id="person"
            saveState={saved.saveState}
            label={isNew ? texts.newPerson : fullName(entering)}
            values={entering}
            problemsOf={(person) => personProblems(person, today)}
            onTyped={(person) => {
              setEntering(person)
              saved.saveSoon('household', { household: { people, entering: person } })
            }}
            onSubmit={async (person) => {
              await saved.save('household', { household: { people: withPerson(people, person), entering: null } })
              setEntering(null)
            }}
          >
            <PersonFields today={today} isSelf={entering.id === first?.id} last4={numbers[entering.id]} />
            {phone ? null : (
              <div className={css.buttons}>
                <Button size={size} type="submit">
                  {texts.savePerson}
                </Button>
                {isNew || incomplete === null ? (
                  <Button size={size} variant="subtle" onClick={() => enter(null)}>
                    {texts.cancel}
                  </Button>
                ) : null}
              </div>
            )}
          </StepForm>
        </section>
      ) : (
        <Button
          size={size}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={people.length >= maxPeople}
          onClick={() =>
            enter(
              newPerson([...people, ...answers.income.people, ...answers.coverage.people], {
                lastName: people.at(-1)?.lastName ?? '',
              }),
            )
          }
        >
          {texts.addPerson}
        </Button>
      )}
      {shown ? (
        <div className={css.problem}>
          <NoticeLine
            tone="amber"
            action={
              wrong ? (
                <Button size={phone ? 'xl' : 'sm'} onClick={() => edit(wrong)}>
                  {texts.complete}
                </Button>
              ) : undefined
            }
          >
            {wrong ? `${nameOf(wrong)}: ${texts.problems[shown.problem]}` : texts.problems[shown.problem]}
          </NoticeLine>
        </div>
      ) : null}
      <ConfirmDialog
        opened={removing !== null}
        title={texts.removeTitle}
        text={texts.removeText(removing ? nameOf(removing) : '')}
        yes={texts.remove}
        no={texts.cancel}
        danger
        onYes={async () => {
          if (removing) await remove(removing.id)
          setRemoving(null)
        }}
        onNo={() => setRemoving(null)}
      />
    </StepScreen>
  )
}

function withPerson(people: readonly TypedPerson[], person: TypedPerson): TypedPerson[] {
  const isThere = people.some(({ id }) => id === person.id)
  return isThere ? people.map((one) => (one.id === person.id ? person : one)) : [...people, person]
}

interface PersonLineProps {
  person: TypedPerson
  today: string
  onEdit(): void
  /** Null for the applicant. */
  onRemove: (() => void) | null
}

function PersonLine({ person, today, onEdit, onRemove }: PersonLineProps) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const phone = usePhone()
  const age = ageOf(person, today)
  const name = fullName(person) || texts.noNameYet
  const applies = person.applies === 'yes'
  const Icon = applies ? IconShieldCheck : IconShieldOff
  const coverage = applies ? texts.needsCoverage : person.applies === 'no' ? texts.noCoverage : ''
  const facts = [
    person.relationship === '' ? '' : words.relationship[person.relationship],
    phone ? '' : showDate(person.dob),
    age === null ? '' : texts.years(age),
    phone ? coverage.toLowerCase() : '',
  ]
  return (
    <li className={css.person}>
      <span className={css.initials} aria-hidden>
        {initialsOf(fullName(person))}
      </span>
      <div>
        <div className={css.name}>{name}</div>
        <div className={css.facts}>{facts.filter(Boolean).join(', ')}</div>
      </div>
      {coverage ? (
        <span className={css.covers} data-on={applies || undefined}>
          <Icon size={16} stroke={1.75} aria-hidden />
          {coverage}
        </span>
      ) : null}
      <Button variant="subtle" size={phone ? 'xl' : 'sm'} aria-label={`${texts.edit} ${name}`} onClick={onEdit}>
        {texts.edit}
      </Button>
      {onRemove ? (
        <Button variant="subtle" size={phone ? 'xl' : 'sm'} aria-label={`${texts.remove} ${name}`} onClick={onRemove}>
          {texts.remove}
        </Button>
      ) : null}
    </li>
  )
}
