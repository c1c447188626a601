import type { ConsentRequestInput } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { type ConsentScope, consentScopes } from '@coverdesk/domain/platform/consent-rule.ts'
import { Checkbox } from '@mantine/core'
import type { z } from 'zod'
import { useField } from '../ui/fields/use-field.tsx'

const labels: Record<ConsentScope, string> = {
  search: 'Find and refetch the application',
  apply: 'Quote, apply and enroll',
  maintain: 'Keep the enrollment up to date',
}

/** What the client is asked to allow: the points of the consent's text. */
export function ScopeField() {
  const { value, change, ref, frame } = useField<z.input<typeof ConsentRequestInput>>({
    name: 'scopes',
    label: 'The client allows to',
  })
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <Checkbox.Group label={frame.label} error={frame.error} value={consentScopes.filter((one) => chosen.includes(one))}>
      {consentScopes.map((scope, place) => (
        <Checkbox
          key={scope}
          ref={place === 0 ? ref : undefined}
          mt={8}
          value={scope}
          label={labels[scope]}
          checked={chosen.includes(scope)}
          onChange={(event) => {
            const { checked } = event.currentTarget
            change(consentScopes.filter((one) => (one === scope ? checked : chosen.includes(one))))
          }}
        />
      ))}
    </Checkbox.Group>
  )
}
