import { askedCoverages, coverageOf, type EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { useWatch } from 'react-hook-form'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { StepForm } from '../step-form.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

type Coverage = EdeAnswers['coverage']

/** Coverage that each applicant has or is offered. */
export function CoverageStep(props: StepProps) {
  const texts = useEdeTexts()
  const { saved, goTo } = props
  const { answers, today } = saved.application
  const people = coverageOf(answers)
  const nameOf = (id: string) => fullName(answers.household.people.find((person) => person.id === id))
  return (
    <StepScreen {...props} step="coverage" form="coverage">
      <StepForm<Coverage>
        id="coverage"
        saveState={saved.saveState}
        label={texts.steps.coverage}
        values={{ people }}
        problemsOf={(coverage) => stepProblems('coverage', { ...answers, coverage }, today)}
        onTyped={(coverage) => saved.saveSoon('coverage', { coverage })}
        onSubmit={async (coverage) => {
          await saved.save('coverage', { coverage }, true)
          goTo('review')
        }}
      >
        {people.map(({ id }, place) => (
          <PersonCoverage key={id} place={place} name={nameOf(id)} />
        ))}
      </StepForm>
    </StepScreen>
  )
}

function PersonCoverage({ place, name }: { place: number; name: string }) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const coverage = useWatch<Coverage, `people.${number}.coverage`>({ name: `people.${place}.coverage` })
  return (
    <section className={css.group} aria-label={name}>
      <ShortSelectField<Coverage>
        name={`people.${place}.coverage`}
        label={texts.coverageOf(name)}
        choices={askedCoverages.map((value) => ({ value, label: words.coverage[value] }))}
      />
      {coverage === 'job' || coverage === 'family-job' ? (
        <>
          <MoneyField<Coverage> name={`people.${place}.offer`} label={texts.offer[coverage]} />
          <ShortSelectField<Coverage>
            name={`people.${place}.minimumValue`}
            label={texts.minimumValue}
            choices={(['yes', 'no'] as const).map((value) => ({ value, label: texts.minimumValues[value] }))}
            emptyLabel={texts.minimumValues['']}
          />
          <p>{texts.minimumValueHelp}</p>
        </>
      ) : null}
    </section>
  )
}
