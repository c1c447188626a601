import { sql } from 'kysely'
import {
  fromDay,
  isChosen,
  isFrom,
  minAmount,
  ofAgent,
  ofCarrier,
  spanProblems,
  toDay,
  visibleTo,
} from './common-params.ts'
import { declareReport } from './declare-report.ts'

/** Commission sums of the carriers' statements for each agent by month. */
export const agentStatement = declareReport({
  ids: { en: 5, es: 105 },
  type: 'Commissions',
  name: { en: 'Agent Statement', es: 'Estado de cuenta del agente' },
  area: 'Statement',
  params: {
    from: fromDay,
    to: toDay,
    agent: ofAgent,
    carrier: ofCarrier,
    leastAmount: minAmount,
  },
  columns: [
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 26 },
    { label: { en: 'Carrier', es: 'Aseguradora' }, kind: 'text', width: 26 },
    { label: { en: 'Month', es: 'Mes' }, kind: 'text', width: 8 },
    { label: { en: 'Policies', es: 'Pólizas' }, kind: 'integer' },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: 'Amount', es: 'Importe' }, kind: 'money', width: 14 },
  ],
  problems: spanProblems,
  rows: ({ visibility }, { from, to, agent, carrier, leastAmount }) => sql`
    select a.name, c.name, to_char(t.month, 'MM/YYYY'), t.policies, t.members, t.amount
    from commission_month_totals t
    join agents a on a.id = t.agent_id
    join carriers c on c.id = t.carrier_id
    where t.month between date_trunc('month', ${from}::date)::date and ${to}::date
      and ${isChosen('t.agent_id', agent)} and ${isChosen('t.carrier_id', carrier)} and ${visibleTo(visibility, 't.agent_id')}
      and ${isFrom('t.amount', leastAmount)}
    order by a.name, a.id, t.month, c.name`,
})
