import { type Attestation, attestationNames, attestations } from '@coverdesk/domain/enrollment/attestations.ts'
import { Checkbox } from '@mantine/core'
import css from './enrollment-page.module.css'

interface AttestationFieldsProps {
  ticked: Partial<Record<Attestation, boolean>>
  /** Absent where only the client may tick, on the page to sign. */
  onTick?: (name: Attestation, ticked: boolean) => void
}

/** The four attestations required before submission (ENROLL-10, ENROLL-11). */
export function AttestationFields({ ticked, onTick }: AttestationFieldsProps) {
  return (
    <fieldset className={css.attestations}>
      <legend>Attestations</legend>
      {attestationNames.map((name) => (
        <Checkbox
          key={name}
          name={name}
          label={attestations[name]}
          checked={ticked[name] === true}
          disabled={onTick === undefined}
          onChange={(event) => onTick?.(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
