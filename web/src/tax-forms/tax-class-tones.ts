import type { TaxYear } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'

export const taxClassTones = { form: 'blue', below: 'grey', exempt: 'grey' } as const satisfies Record<
  TaxYear['class'],
  string
>
