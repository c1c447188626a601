import type { TaxClassification, TaxYear } from './tax-form-contract.ts'

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

/** In the place of the classification of an agent without tax facts. */
export const noW9 = 'W-9 missing'

export const taxClassWords: Record<TaxYear['class'], string> = {
  form: 'Form',
  below: 'Below limit',
  exempt: 'Exempt',
}

/** Choices of the filter of the list. */
export const taxShowWords: Record<TaxYear['class'] | 'incomplete', string> = {
  form: 'Forms',
  incomplete: 'Forms without W-9',
  below: 'Below limit',
  exempt: 'Exempt',
}
