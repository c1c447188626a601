import { inWords } from '../platform/exports/in-words.ts'

/** Kinds of records whose name in the audit record does not say in words what they are. */
const words: Readonly<Record<string, string>> = {
  'agent-upline': 'Upline of an agent',
  'cms list': 'CMS list',
  exception: 'Exception of a statement',
  'hand-off': 'Hand-off',
  'healthsherpa session': 'HealthSherpa session',
  'healthsherpa update': 'HealthSherpa update',
  'opt-out': 'Opt-out',
  payRunAgent: 'Agent of a pay run',
  pto: 'PTO request',
  'tax-facts': 'Tax facts of an agent',
}

/** SQL expression for a kind of record in words: 'Offline application' for offline-application, 'Pay run' for payRun. */
export function entityInWords(column: string): string {
  const spaced = `lower(regexp_replace(translate(${column}, '-', ' '), '([a-z])([A-Z])', '\\1 \\2', 'g'))`
  return inWords(column, words, `upper(left(${column}, 1)) || substr(${spaced}, 2)`)
}
