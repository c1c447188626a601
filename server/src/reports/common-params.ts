import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { sql } from 'kysely'
import { lookupList } from '../lookups/lookup-queries.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { ListValue, ParamDeclaration, Values, Words } from './declare-report.ts'

/** Value for all entries of a list. */
export const all = 'all'

/** First and last day of a report; default: this year until today. */
export const fromDay: ParamDeclaration = {
  type: 'date',
  label: { en: 'From', es: 'Desde' },
  default: ({ today }) => `${today.slice(0, 4)}-01-01`,
}
export const toDay: ParamDeclaration = {
  type: 'date',
  label: { en: 'To', es: 'Hasta' },
  default: ({ today }) => today,
}

/** A span must not end before it starts. */
export function spanProblems({ from, to }: Values<'from' | 'to'>): FailureDetail[] {
  return from > to ? [{ path: 'to', message: 'Must not be before From' }] : []
}

/** One carrier, or all. */
export const ofCarrier: ParamDeclaration = {
  type: 'list',
  label: { en: 'Carrier', es: 'Aseguradora' },
  default: () => all,
  values: async ({ db, language }) => {
    const carriers = await db.selectFrom('carriers').select(['id', 'name']).orderBy('name').execute()
    return [{ value: all, name: language === 'es' ? 'Todas' : 'All carriers' }, ...carriers.map(asValue)]
  },
}

/** One visible agent, or all. */
export const ofAgent: ParamDeclaration = {
  type: 'list',
  label: { en: 'Agent', es: 'Agente' },
  default: () => all,
  values: async ({ db, visibility, language }) => {
    const agents = await db
      .selectFrom('agents')
      .select(['id', 'name'])
      .where(visibleTo(visibility, 'id'))
      .orderBy('name')
      .orderBy('id')
      .execute()
    return [{ value: all, name: language === 'es' ? 'Todos' : 'All agents' }, ...agents.map(asValue)]
  },
}

/** One entry of a small lookup list by its key, or all. */
export function ofLookup(list: string, label: Words): ParamDeclaration {
  return {
    type: 'list',
    label,
    default: () => all,
    values: async ({ db, language }) => [
      { value: all, name: language === 'es' ? 'Todos' : 'All' },
      ...(await lookupList(db, list)).map(asValue),
    ],
  }
}

/** Minimum amount of the rows; no limit if empty. */
export const minAmount: ParamDeclaration = {
  type: 'number',
  format: '$#,##0.00',
  label: { en: 'Amount at least', es: 'Importe mínimo' },
  default: () => '',
}

const asValue = ({ id, name }: { id: number; name: string }): ListValue => ({ value: String(id), name })

/** SQL condition: rows of one entry of a list, or of all. */
export function isChosen(column: string, value: string) {
  return value === all ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${value}::bigint`
}

/** SQL condition: rows from an amount on, or all. */
export function isFrom(column: string, amount: string) {
  return amount === '' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} >= ${amount}::numeric`
}

/** SQL condition: rows of visible agents. */
export function visibleTo(visibility: Visibility, column: string) {
  return visibility.all ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${visibility.agentIds}::bigint[])`
}
