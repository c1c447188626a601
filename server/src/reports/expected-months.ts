import { classWords, classWordsInSpanish } from '@coverdesk/domain/expected/class-words.ts'
import { varianceClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { sql } from 'kysely'
import { all, fromDay, isChosen, ofCarrier, spanProblems, toDay, visibleTo } from './common-params.ts'
import { type Asked, declareReport, type Values } from './declare-report.ts'

const wordsIn = { en: classWords, es: classWordsInSpanish }

/**
 * Each policy month of a span with what was due, the row of the schedule that says so, and what came, so that an auditor can
 * recompute the ledger elsewhere.
 */
export const expectedMonths = declareReport({
  ids: { en: 9, es: 109 },
  type: 'Commissions',
  name: { en: 'Expected Months', es: 'Meses esperados' },
  area: 'Statement',
  params: {
    from: fromDay,
    to: toDay,
    carrier: ofCarrier,
    class: {
      type: 'list',
      label: { en: 'Result', es: 'Resultado' },
      default: () => all,
      values: async ({ language }) => [
        { value: all, name: language === 'es' ? 'Todos' : 'All' },
        ...varianceClasses.map((value) => ({ value, name: wordsIn[language][value] })),
      ],
    },
  },
  columns: [
    { label: { en: 'Policy number', es: 'Número de póliza' }, kind: 'text', width: 15 },
    { label: { en: 'Insured', es: 'Asegurado' }, kind: 'text', width: 22 },
    { label: { en: 'Carrier', es: 'Aseguradora' }, kind: 'text', width: 18 },
    { label: { en: 'Month', es: 'Mes' }, kind: 'text', width: 8 },
    { label: { en: 'Agent of record', es: 'Agente de registro' }, kind: 'text', width: 20 },
    { label: { en: 'State', es: 'Estado' }, kind: 'text', width: 6 },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: 'Schedule row', es: 'Fila de tarifa' }, kind: 'text', width: 10 },
    { label: { en: 'Basis', es: 'Base' }, kind: 'text', width: 8 },
    { label: { en: 'Rate', es: 'Tarifa' }, kind: 'text', width: 8 },
    { label: { en: 'Result', es: 'Resultado' }, kind: 'text', width: 20 },
    { label: { en: 'Due with', es: 'Vence con' }, kind: 'text', width: 8 },
    { label: { en: 'Expected', es: 'Esperado' }, kind: 'money', width: 11 },
    { label: { en: 'Received', es: 'Recibido' }, kind: 'money', width: 11 },
    { label: { en: 'At stake', es: 'En juego' }, kind: 'money', width: 11 },
  ],
  problems: spanProblems,
  subjects: {
    entity: 'policy',
    ids: (request, values) =>
      sql`select distinct m.policy_id from commission_months m where ${chosenMonths(request, values)}`,
  },
  rows: (request, values) => sql`
    select p.policy_number, p.first_name || ' ' || p.last_name, c.name, to_char(m.month, 'MM/YYYY'), a.name, m.residence, m.members,
      m.schedule_id::text, s.basis, s.amount::text,
      ${JSON.stringify(wordsIn[request.language])}::jsonb ->> m.class,
      to_char(m.due_month, 'MM/YYYY'), m.expected, m.received, m.stake
    from commission_months m
    join policies p on p.id = m.policy_id
    join carriers c on c.id = m.carrier_id
    left join agents a on a.id = m.agent_id
    left join commission_schedules s on s.id = m.schedule_id
    where ${chosenMonths(request, values)}
    order by c.name, p.policy_number, p.id, m.month`,
})

function chosenMonths(
  { visibility }: Asked,
  { from, to, carrier, class: chosen }: Values<'from' | 'to' | 'carrier' | 'class'>,
) {
  return sql`m.month between date_trunc('month', ${from}::date)::date and ${to}::date
    and ${isChosen('m.carrier_id', carrier)} and (${chosen} = ${all} or m.class = ${chosen}) and ${visibleTo(visibility, 'm.agent_id')}`
}
