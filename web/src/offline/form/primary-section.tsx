import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels as labels } from '@coverdesk/domain/offline/offline-labels.ts'
import { useWatch } from 'react-hook-form'
import { CityField } from '../../lookups/city-field.tsx'
import { useGenericChoices, useStateChoices } from '../../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../../lookups/use-zip-places.ts'
import { BirthDateField } from '../../ui/fields/birth-date-field.tsx'
import { CheckboxField, SegmentedField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { PhoneField, SsnField, ZipField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { languageChoices, migratoryChoices, sexChoices } from '../offline-words.ts'
import { OwnAgentWarning } from './agent-warning.tsx'
import { Cell, Grid, OfflineSection } from './form-cells.tsx'
import { keepsNumber, useCorrected } from './kept-numbers.ts'
import css from './offline-form.module.css'

/** Source, applicant and contact (OFFLINE-02, OFFLINE-11, OFFLINE-12). */
export function PrimarySection({ today }: { today: string }) {
  const apply = useWatch<OfflineTyped, 'apply'>({ name: 'apply' })
  const sources = useGenericChoices(4)
  const corrected = useCorrected()
  const keptSsn = corrected?.ssnLast4
  return (
    <OfflineSection id="primary">
      <Grid>
        <Cell span={2}>
          <ShortSelectField<OfflineTyped> name="sourceId" label={labels.sourceId} choices={sources} />
        </Cell>
        <Cell span={4}>
          <div className={css.check}>
            <CheckboxField<OfflineTyped> name="first_time_on_marketplace" label={labels.first_time_on_marketplace} />
          </div>
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name="firstName" label={labels.firstName} required maxLength={60} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name="middleName" label={labels.middleName} maxLength={60} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name="lastName" label={labels.lastName} required maxLength={60} />
        </Cell>
        <Cell span={3}>
          <BirthDateField<OfflineTyped> name="dob" label={labels.dob} required today={today} />
        </Cell>
        <Cell span={3}>
          <SegmentedField<OfflineTyped> name="sex" label={labels.sex} required choices={sexChoices} />
        </Cell>
        <Cell span={2}>
          <SsnField<OfflineTyped>
            name="ssn"
            label={labels.ssn}
            required={apply && !keptSsn}
            help={keepsNumber(keptSsn)}
          />
        </Cell>
        <Cell span={2}>
          <ShortSelectField<OfflineTyped>
            name="migratoryStatus"
            label={labels.migratoryStatus}
            required
            choices={migratoryChoices}
          />
        </Cell>
        <Cell span={2}>
          <div className={css.check}>
            <CheckboxField<OfflineTyped> name="apply" label={labels.apply} />
          </div>
        </Cell>
        <Cell span={2}>
          <PhoneField<OfflineTyped> name="phone" label={labels.phone} required />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name="email" label={labels.email} type="email" maxLength={80} />
        </Cell>
        <Cell span={2}>
          <SegmentedField<OfflineTyped> name="language" label={labels.language} required choices={languageChoices} />
        </Cell>
        <Place />
        {corrected ? null : <OwnAgentWarning />}
      </Grid>
    </OfflineSection>
  )
}

const places = stateAndCity<OfflineTyped>('state', 'city')

/** Address; the ZIP code fills in city and state, which stay editable. */
function Place() {
  const states = useStateChoices()
  const cities = useZipPlaces<OfflineTyped>('zipCode', places)
  return (
    <>
      <Cell span={6}>
        <TextField<OfflineTyped> name="address" label={labels.address} required maxLength={120} />
      </Cell>
      <Cell span={2}>
        <ZipField<OfflineTyped> name="zipCode" label={labels.zipCode} required />
      </Cell>
      <Cell span={2}>
        <CityField<OfflineTyped> name="city" label={labels.city} required maxLength={80} cities={cities} />
      </Cell>
      <Cell span={2}>
        <ShortSelectField<OfflineTyped> name="state" label={labels.state} required choices={states} />
      </Cell>
    </>
  )
}
