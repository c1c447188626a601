import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { hasSpouse, stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import { useWatch } from 'react-hook-form'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { StepForm } from '../step-form.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

type Taxes = EdeAnswers['taxes']

/** Tax filing of the household. */
export function TaxesStep(props: StepProps) {
  const texts = useEdeTexts()
  const { saved, goTo } = props
  const { answers, today, planYear } = saved.application
  return (
    <StepScreen {...props} step="taxes" form="taxes">
      <StepForm<Taxes>
        id="taxes"
        saveState={saved.saveState}
        label={texts.steps.taxes}
        values={answers.taxes}
        problemsOf={(taxes) => stepProblems('taxes', { ...answers, taxes }, today)}
        onTyped={(taxes) => saved.saveSoon('taxes', { taxes })}
        onSubmit={async (taxes) => {
          await saved.save('taxes', { taxes }, true)
          goTo('income')
        }}
      >
        <TaxFields year={String(planYear)} isMarried={hasSpouse(answers)} />
      </StepForm>
    </StepScreen>
  )
}

function TaxFields({ year, isMarried }: { year: string; isMarried: boolean }) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const { files, jointly, claimed } = useWatch<Taxes>()
  const choices = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ]
  const asksJointly = files === 'yes' && isMarried
  return (
    <>
      <SegmentedField<Taxes> name="files" label={texts.files(year)} choices={choices} />
      {asksJointly ? <SegmentedField<Taxes> name="jointly" label={texts.jointly} choices={choices} /> : null}
      <SegmentedField<Taxes> name="claimed" label={texts.claimed} choices={choices} />
      {files === 'no' || claimed === 'yes' || (asksJointly && jointly === 'no') ? (
        <NoticeLine tone="blue">{texts.noCreditNotice}</NoticeLine>
      ) : null}
    </>
  )
}
