import {
  deductionKinds,
  type EdeAnswers,
  incomeKinds,
  incomeOf,
  isDeduction,
  maxSources,
  payPeriods,
  type TypedIncome,
} from '@coverdesk/domain/ede/ede-answers.ts'
import { stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import { householdIncomeCents, uncountedIncomes } from '@coverdesk/domain/ede/household-income.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { amountOf, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { SegmentedField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { StepForm } from '../step-form.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

type Income = EdeAnswers['income']

const blankSource = { kind: 'job', amount: '', period: 'year' } as const

/** Income of each person of the household, by source. */
export function IncomeStep(props: StepProps) {
  const texts = useEdeTexts()
  const { saved, goTo } = props
  const { answers, today, planYear } = saved.application
  return (
    <StepScreen {...props} step="income" form="income">
      <StepForm<Income>
        id="income"
        saveState={saved.saveState}
        label={texts.steps.income}
        values={{ people: incomeOf(answers) }}
        problemsOf={(income) => stepProblems('income', { ...answers, income }, today)}
        onTyped={(income) => saved.saveSoon('income', { income })}
        onSubmit={async (income) => {
          await saved.save('income', { income }, true)
          goTo('coverage')
        }}
      >
        {answers.household.people.map((person, place) => (
          <PersonIncome key={person.id} place={place} name={person.firstName.trim() || fullName(person)} />
        ))}
        <Total answers={answers} year={String(planYear)} />
      </StepForm>
    </StepScreen>
  )
}

function PersonIncome({ place, name }: { place: number; name: string }) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const size = usePhone() ? 'xl' : 'sm'
  const { getValues } = useFormContext<Income>()
  const { fields, append, remove } = useFieldArray<Income, `people.${number}.sources`>({
    name: `people.${place}.sources`,
  })
  const has = useWatch<Income, `people.${number}.has`>({ name: `people.${place}.has` })
  const typed = useWatch<Income, `people.${number}.sources`>({ name: `people.${place}.sources` })
  const periods = Object.keys(payPeriods) as (keyof typeof payPeriods)[] // the keys of the table
  const addIncome = () => append(blankSource, { focusName: `people.${place}.sources.${fields.length}.amount` })
  return (
    <section className={css.group} aria-label={name}>
      <SegmentedField<Income>
        name={`people.${place}.has`}
        label={texts.hasIncome(name)}
        choices={[
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
        ]}
      />
      {has === 'yes' ? (
        <>
          {fields.map(({ id }, index) => (
            <fieldset key={id} className={css.sourceSet}>
              <legend>
                {isDeduction(typed?.[index]?.kind ?? '')
                  ? texts.deductionOf(name, String(index + 1))
                  : texts.incomeOf(name, String(index + 1))}
              </legend>
              <div className={css.source}>
                <ShortSelectField<Income>
                  name={`people.${place}.sources.${index}.kind`}
                  label={texts.kind}
                  choices={[...incomeKinds, ...deductionKinds].map((value) => ({ value, label: words.income[value] }))}
                />
                <MoneyField<Income> name={`people.${place}.sources.${index}.amount`} label={texts.amount} />
                <ShortSelectField<Income>
                  name={`people.${place}.sources.${index}.period`}
                  label={texts.period}
                  choices={periods.map((value) => ({ value, label: words.period[value] }))}
                />
                <Button
                  size="md"
                  variant="subtle"
                  aria-label={texts.removeIncome(String(index + 1))}
                  onClick={() => remove(index)}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </Button>
              </div>
              {typed?.[index]?.kind === 'self-employment' ? <p className={css.note}>{texts.netHelp}</p> : null}
            </fieldset>
          ))}
          {(getValues(`people.${place}.sources`) ?? []).length < maxSources ? (
            <div>
              <Button size={size} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={addIncome}>
                {texts.addIncome}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

function Total({ answers, year }: { answers: EdeAnswers; year: string }) {
  const texts = useEdeTexts()
  const people = useWatch<Income, 'people'>({ name: 'people' }) as TypedIncome[] // all fields have values
  const language = useLanguage()
  const typed = { ...answers, income: { people } }
  const uncounted = uncountedIncomes(typed).map((person) => person.firstName.trim() || fullName(person))
  return (
    <div>
      <p className={css.total}>{texts.together(showMoney(amountOf(householdIncomeCents(typed))), year)}</p>
      {uncounted.length > 0 ? (
        <p className={css.note}>{texts.uncounted(new Intl.ListFormat(language).format(uncounted))}</p>
      ) : null}
    </div>
  )
}
