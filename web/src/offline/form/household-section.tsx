import { maxMembers, newMember, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels as labels } from '@coverdesk/domain/offline/offline-labels.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { CheckboxField } from '../../ui/fields/choice-fields.tsx'
import { DigitsField } from '../../ui/fields/digit-fields.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Cell, Grid, OfflineSection } from './form-cells.tsx'
import { HouseholdHints } from './household-hints.tsx'
import { MemberFields } from './member-fields.tsx'
import css from './offline-form.module.css'

interface HouseholdSectionProps {
  today: string
  /** The add button, which a shortcut clicks too. */
  adds: RefObject<HTMLButtonElement | null>
}

/** Household and its members besides the applicant (OFFLINE-13, OFFLINE-15, OFFLINE-16). */
export function HouseholdSection({ today, adds }: HouseholdSectionProps) {
  const { control, getValues } = useFormContext<OfflineTyped>()
  const { fields, append, remove } = useFieldArray<OfflineTyped, 'offlineAppMembers'>({
    control,
    name: 'offlineAppMembers',
  })
  const [removing, setRemoving] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const phone = usePhone()
  const add = () => {
    const { offlineAppMembers: members, lastName } = getValues()
    append(newMember(members.at(-1)?.lastName || lastName), {
      focusName: `offlineAppMembers.${members.length}.relation`,
    })
  }
  const take = (index: number) => {
    remove(index)
    setRemoving(null)
    // Focuses the member that took this position, or the add button.
    setTimeout(() => {
      const next = list.current?.children[index]?.querySelector<HTMLElement>('select')
      ;(next ?? adds.current)?.focus()
    })
  }
  return (
    <OfflineSection id="household">
      <Grid>
        <Cell span={2}>
          <div className={css.check}>
            <CheckboxField<OfflineTyped> name="married" label={labels.married} />
          </div>
        </Cell>
        <Cell span={2}>
          <DigitsField<OfflineTyped> name="totalMembers" label={labels.totalMembers} most={2} />
        </Cell>
        <Cell span={2}>
          <MoneyField<OfflineTyped> name="annualHouseholdIncome" label={labels.annualHouseholdIncome} />
        </Cell>
      </Grid>
      <HouseholdHints />
      {fields.length === 0 ? (
        <p className={css.none}>No members</p>
      ) : (
        <ul ref={list} className={css.members} aria-label="Members">
          {fields.map((field, index) => (
            <li key={field.id} className={css.member}>
              <MemberFields
                index={index}
                today={today}
                onRemove={() => (isUntouched(index, getValues()) ? take(index) : setRemoving(index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={adds}
          size={phone ? 'xl' : 'sm'}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={fields.length >= maxMembers}
          onClick={add}
        >
          Add member
        </Button>
      </div>
      <ConfirmDialog
        opened={removing !== null}
        danger
        title="Really remove?"
        text={<RemovedName index={removing ?? 0} />}
        yes="Remove"
        no="Keep"
        onNo={() => setRemoving(null)}
        onYes={() => removing !== null && take(removing)}
      />
    </OfflineSection>
  )
}

function RemovedName({ index }: { index: number }) {
  const members = useWatch<OfflineTyped, 'offlineAppMembers'>({ name: 'offlineAppMembers' })
  return `What you typed for ${members[index]?.firstName || `member ${index + 1}`} is deleted.`
}

function isUntouched(index: number, typed: OfflineTyped): boolean {
  const member = typed.offlineAppMembers[index]
  return member === undefined || JSON.stringify(member) === JSON.stringify(newMember(member.lastName))
}
