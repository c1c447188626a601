import type { TaxClassification, TaxYear } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'

export const classificationWords: Record<TaxClassification, string> = {
  individual: 'Individual or sole proprietor',
  'c-corporation': 'C corporation',
  's-corporation': 'S corporation',
  partnership: 'Partnership',
  trust: 'Trust or estate',
  'llc-c': 'LLC taxed as C corporation',
  'llc-s': 'LLC taxed as S corporation',
  'llc-partnership': 'LLC taxed as partnership',
  employee: 'Employee (W-2)',
}

export const taxClassWords: Record<TaxYear['class'], string> = {
  form: 'Form',
  below: 'Below limit',
  exempt: 'Exempt',
}

export const taxClassTones = { form: 'blue', below: 'grey', exempt: 'grey' } as const satisfies Record<
  TaxYear['class'],
  string
>
