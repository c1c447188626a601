import type { VarianceClass } from './variance-class.ts'

/** Classes as screens and files show them. */
export const classWords: Readonly<Record<VarianceClass, string>> = {
  missing: 'Missing',
  short: 'Short',
  'renewal rate on new business': 'Renewal rate on new business',
  'wrong agent or NPN': 'Wrong agent or NPN',
  'chargeback not returned': 'Chargeback not returned',
  'paid after termination': 'Paid after termination',
  duplicate: 'Duplicate',
  over: 'Over',
  'not expected': 'Not expected',
  exact: 'Exact',
  'not compared': 'Not compared',
  'not due yet': 'Not due yet',
  'not rated': 'Not rated',
}

export const classWordsInSpanish: Readonly<Record<VarianceClass, string>> = {
  missing: 'Falta',
  short: 'De menos',
  'renewal rate on new business': 'Tarifa de renovación en venta nueva',
  'wrong agent or NPN': 'Agente o NPN equivocado',
  'chargeback not returned': 'Reversión no devuelta',
  'paid after termination': 'Pagado después del término',
  duplicate: 'Duplicado',
  over: 'De más',
  'not expected': 'No esperado',
  exact: 'Exacto',
  'not compared': 'Sin comparar',
  'not due yet': 'Aún no vence',
  'not rated': 'Sin tarifa',
}
