import type { MessageLanguage } from '../messages/message-kinds.ts'
import type { Translated } from '../messages/translated.ts'
import type { relationships } from '../sandbox/household-rule.ts'
import type { AskedCoverage, askedStatuses, DeductionKind, IncomeKind, PayPeriod } from './ede-answers.ts'

const en = {
  yes: 'Yes',
  no: 'No',
  sex: { F: 'Female', M: 'Male' },
  relationship: { self: 'You', spouse: 'Spouse', child: 'Child', dependent: 'Other dependent' } satisfies Record<
    (typeof relationships)[number],
    string
  >,
  status: {
    permanent: 'Green card, 5 years or more',
    'recent-permanent': 'Green card, less than 5 years',
    lawful: 'Other lawful status',
    none: 'No lawful status',
  } satisfies Record<(typeof askedStatuses)[number], string>,
  coverage: {
    none: 'None',
    job: 'Offer from own job',
    'family-job': "Offer from a family member's job",
    medicare: 'Medicare',
    medicaid: 'Medicaid or CHIP',
    other: 'Enrolled at work, VA, TRICARE or other',
  } satisfies Record<AskedCoverage, string>,
  minimumValue: {
    '': 'not known whether it meets the minimum value, counted as if it did',
    yes: 'meets the minimum value',
    no: 'does not meet the minimum value',
  },
  income: {
    job: 'Job',
    'self-employment': 'Self-employment',
    unemployment: 'Unemployment',
    'social-security': 'Social Security',
    retirement: 'Pension or retirement',
    other: 'Other income',
    'student-loan-interest': 'Student loan interest',
    'alimony-paid': 'Alimony paid (divorced before 2019)',
    'other-deduction': 'Other deduction, such as IRA or HSA',
  } satisfies Record<IncomeKind | DeductionKind, string>,
  period: { week: 'a week', 'two-weeks': 'every two weeks', month: 'a month', year: 'a year' } satisfies Record<
    PayPeriod,
    string
  >,
}
export type EdeWords = Translated<typeof en>

const es: EdeWords = {
  yes: 'Sí',
  no: 'No',
  sex: { F: 'Mujer', M: 'Hombre' },
  relationship: { self: 'Usted', spouse: 'Cónyuge', child: 'Hijo o hija', dependent: 'Otro dependiente' },
  status: {
    permanent: 'Residencia permanente, 5 años o más',
    'recent-permanent': 'Residencia permanente, menos de 5 años',
    lawful: 'Otro estatus legal',
    none: 'Sin estatus legal',
  },
  coverage: {
    none: 'Ninguna',
    job: 'Oferta de su propio empleo',
    'family-job': 'Oferta del empleo de un familiar',
    medicare: 'Medicare',
    medicaid: 'Medicaid o CHIP',
    other: 'Inscrito en el empleo, VA, TRICARE u otra',
  },
  minimumValue: {
    '': 'no se sabe si cumple el valor mínimo, se cuenta como si lo cumpliera',
    yes: 'cumple el valor mínimo',
    no: 'no cumple el valor mínimo',
  },
  income: {
    job: 'Empleo',
    'self-employment': 'Trabajo por cuenta propia',
    unemployment: 'Desempleo',
    'social-security': 'Seguro Social',
    retirement: 'Pensión o jubilación',
    other: 'Otros ingresos',
    'student-loan-interest': 'Intereses de préstamos estudiantiles',
    'alimony-paid': 'Pensión conyugal pagada (divorcio antes de 2019)',
    'other-deduction': 'Otra deducción, como IRA o HSA',
  },
  period: { week: 'por semana', 'two-weeks': 'cada dos semanas', month: 'por mes', year: 'por año' },
}

/** Words of the answers, for the wizard and for the text that the client reviews. */
export const edeWords: Readonly<Record<MessageLanguage, EdeWords>> = { en, es }
