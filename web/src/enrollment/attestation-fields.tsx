import { type Attestation, attestationNames, attestationTexts } from '@coverdesk/domain/enrollment/attestations.ts'
import { Checkbox } from '@mantine/core'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import css from './enrollment-page.module.css'
import { useEnrollmentTexts } from './enrollment-texts.ts'

interface AttestationFieldsProps {
  ticked: Partial<Record<Attestation, boolean>>
  /** Absent where only the client may tick, on the page to sign. */
  onTick?: (name: Attestation, ticked: boolean) => void
}

/** The four attestations required before submission (ENROLL-10, ENROLL-11). */
export function AttestationFields({ ticked, onTick }: AttestationFieldsProps) {
  const texts = attestationTexts[useSharedLanguage()]
  return (
    <fieldset className={css.attestations}>
      <legend>{useEnrollmentTexts().attestations}</legend>
      {attestationNames.map((name) => (
        <Checkbox
          key={name}
          name={name}
          label={texts[name]}
          checked={ticked[name] === true}
          disabled={onTick === undefined}
          onChange={(event) => onTick?.(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
