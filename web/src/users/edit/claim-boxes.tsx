import { furtherClaims } from '@coverdesk/domain/access/rights.ts'
import { normalizeClaims } from '@coverdesk/domain/users/right-changes.ts'
import { Checkbox } from '@mantine/core'
import { useController } from 'react-hook-form'
import css from './edit-user.module.css'

/** What further claims allow. */
const meanings: Record<(typeof furtherClaims)[number], string> = {
  'load.application': 'Can upload marketplace applications',
  'reopen.payRun': 'Can reopen closed pay runs',
  TelephonyAgent: 'Phone agent',
  TelephonyAdmin: 'Phone supervisor',
}

/** Claims outside the matrix, as checkboxes. */
export function FurtherClaimBoxes({ locked }: { locked?: ((claim: string) => boolean) | undefined }) {
  const { field } = useController<{ claims: string[] }, 'claims'>({ name: 'claims' })
  return (
    <fieldset className={css.group}>
      <legend>Further claims</legend>
      <div className={css.boxes}>
        {furtherClaims.map((claim) => (
          <Checkbox
            key={claim}
            label={claim}
            description={meanings[claim]}
            checked={field.value.includes(claim)}
            disabled={locked?.(claim)}
            onChange={(event) =>
              field.onChange(
                event.currentTarget.checked
                  ? normalizeClaims([...field.value, claim])
                  : field.value.filter((name) => name !== claim),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
