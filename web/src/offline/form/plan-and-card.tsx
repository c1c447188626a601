import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels as labels } from '@coverdesk/domain/offline/offline-labels.ts'
import { Button } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { CardField, CvvField, ExpiryField } from '../../ui/fields/digit-fields.tsx'
import { TextareaField, TextField } from '../../ui/fields/text-fields.tsx'
import { Cell, Grid, OfflineSection } from './form-cells.tsx'
import { keepsNumber, useCorrected } from './kept-numbers.ts'
import css from './offline-form.module.css'

const cardFields = ['cardNumber', 'cardExpDate', 'cardCvv', 'cardFirstName', 'cardMiddleName', 'cardLastName'] as const

/** Plan and monthly payment. */
export function PlanSection() {
  return (
    <OfflineSection id="plan">
      <Grid>
        <Cell span={4}>
          <TextField<OfflineTyped> name="planSelected" label={labels.planSelected} maxLength={170} />
        </Cell>
        <Cell span={2}>
          <MoneyField<OfflineTyped> name="monthlyPayment" label={labels.monthlyPayment} />
        </Cell>
      </Grid>
    </OfflineSection>
  )
}

/** Payment card, complete or empty, and the first note. */
export function CardSection() {
  const card = useWatch<OfflineTyped, typeof cardFields>({ name: cardFields })
  const savedLast4 = useCorrected()?.cardLast4 ?? null
  const isCardRequired = card.some(Boolean)
  const isRemoved = savedLast4 !== null && !isCardRequired
  const isNumberRequired = savedLast4 === null ? isCardRequired : Boolean(card[0] || card[2])
  return (
    <OfflineSection id="card">
      <p className={css.quiet}>
        {savedLast4 === null ? 'Complete all card fields or none. ' : 'Another card needs its number and CVV. '}
        The CVV is checked once and never stored.
      </p>
      {savedLast4 === null ? null : isRemoved ? (
        <p role="status">Saving removes the card ending {savedLast4}.</p>
      ) : (
        <RemoveCard last4={savedLast4} />
      )}
      <Grid>
        <Cell span={3}>
          <CardField<OfflineTyped>
            name="cardNumber"
            label={labels.cardNumber}
            required={isNumberRequired}
            help={isRemoved ? undefined : keepsNumber(savedLast4)}
          />
        </Cell>
        <Cell span={1}>
          <ExpiryField<OfflineTyped> name="cardExpDate" label={labels.cardExpDate} required={isCardRequired} />
        </Cell>
        <Cell span={2}>
          <CvvField<OfflineTyped> name="cardCvv" label={labels.cardCvv} required={isNumberRequired} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped>
            name="cardFirstName"
            label={labels.cardFirstName}
            required={isCardRequired}
            maxLength={60}
          />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name="cardMiddleName" label={labels.cardMiddleName} maxLength={60} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped>
            name="cardLastName"
            label={labels.cardLastName}
            required={isCardRequired}
            maxLength={60}
          />
        </Cell>
      </Grid>
    </OfflineSection>
  )
}

/** Empties all fields of the stored card. */
function RemoveCard({ last4 }: { last4: string }) {
  const { setValue, setFocus } = useFormContext<OfflineTyped>()
  const remove = () => {
    for (const name of cardFields) setValue(name, '', { shouldDirty: true })
    // The button is gone then.
    setFocus('cardNumber')
  }
  return (
    <Button variant="subtle" onClick={remove}>
      Remove the card ending {last4}
    </Button>
  )
}

/** First note on the application; an empty one isn't created (OFFLINE-22). */
export function NoteSection() {
  return (
    <section className={css.section} aria-label={labels.note}>
      <TextareaField<OfflineTyped> name="note" label={labels.note} rows={2} maxLength={4000} />
    </section>
  )
}
