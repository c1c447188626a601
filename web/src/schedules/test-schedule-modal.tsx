import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { type ScheduleTestAnswer, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { amountText, basisText, scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { call } from '../platform/api/call.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import css from './schedules.module.css'

type TestForm = { carrierId: number | string; policyNumber: string; month: string; members?: string | number | null }

/** 'Test on a policy': what a policy would earn in a month, by which row, and why the others don't apply. */
export function TestScheduleModal({
  opened,
  carrierId,
  onClose,
}: {
  opened: boolean
  carrierId: number | undefined
  onClose(): void
}) {
  const carriers = useCarrierChoices()
  const today = todayIn(new Date())
  const empty: TestForm = {
    carrierId: carrierId ?? '',
    policyNumber: '',
    month: showMonth(today),
    members: '',
  }
  const [asked, setAsked] = useState<TestForm>()
  const [answer, setAnswer] = useState<ScheduleTestAnswer>()
  const [round, setRound] = useState(0)
  const close = () => {
    setAsked(undefined)
    setAnswer(undefined)
    onClose()
  }
  return (
    <FormModal<TestForm, typeof schedules.test.input._output>
      opened={opened}
      onClose={close}
      title="Test on a policy"
      schema={schedules.test.input}
      values={asked ?? empty}
      formKey={round}
      submit="Test"
      width={600}
      onSubmit={async ({ members, ...given }) => {
        setAnswer(await call(schedules.test, { ...given, members: members ?? '' }))
        setAsked({ ...given, members: members === null ? '' : String(members) })
        setRound((last) => last + 1)
      }}
    >
      <FieldPair>
        <SelectField<TestForm> name="carrierId" label="Carrier" numeric source={{ choices: carriers }} />
        <TextField<TestForm> name="policyNumber" label="Policy number" maxLength={100} />
      </FieldPair>
      <FieldPair>
        <TextField<TestForm> name="month" label="Month" placeholder="MM/YYYY" maxLength={7} />
        <TextField<TestForm> name="members" label="Members" optional maxLength={2} placeholder="As in the file" />
      </FieldPair>
      {answer ? <Answer answer={answer} /> : null}
    </FormModal>
  )
}

function Answer({ answer }: { answer: ScheduleTestAnswer }) {
  const { row } = answer
  return (
    <section className={css.answer} aria-label="Answer" aria-live="polite">
      <div className={css.head}>
        <strong className="figures">{answer.amount === null ? 'Not rated' : showAmount(answer.amount)}</strong>
        <span>{answer.insuredName}</span>
      </div>
      <p>
        {row
          ? `${scheduleName(row)}: ${amountText(row)}, ${basisText(row).toLowerCase()}`
          : 'No row of the schedule applies.'}
      </p>
      <ul className={css.conditions}>
        {answer.conditions.map(({ label, holds, fact }) => (
          <li key={label} data-holds={holds}>
            {holds ? <IconCheck size={16} aria-label="Yes" /> : <IconX size={16} aria-label="No" />}
            <span>{label}</span>
            <span>{fact}</span>
          </li>
        ))}
      </ul>
      {answer.others.length > 0 ? (
        <>
          <h3>Rows that don’t apply</h3>
          <ul className={css.others}>
            {answer.others.map(({ id, name, why }) => (
              <li key={id}>
                <span>{name}</span>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>The year</h3>
      <dl className={css.year}>
        {answer.year.map(({ month, amount }) => (
          <div key={month}>
            <dt>{month}</dt>
            <dd className="figures">{showAmount(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
