import { sql } from 'kysely'
import {
  fromDay,
  isChosen,
  isFrom,
  minAmount,
  ofAgent,
  ofCarrier,
  ofLookup,
  spanProblems,
  toDay,
  visibleTo,
} from './common-params.ts'
import { declareReport } from './declare-report.ts'

/** Payments to agents for the months of a span. */
export const commissionPayments = declareReport({
  ids: { en: 4, es: 104 },
  type: 'Commissions',
  name: { en: 'Commission Payments', es: 'Pagos de comisiones' },
  area: 'AgentPayment',
  params: {
    from: fromDay,
    to: toDay,
    agent: ofAgent,
    carrier: ofCarrier,
    status: ofLookup('generic.6', { en: 'Batch status', es: 'Estado del lote' }),
    leastAmount: minAmount,
  },
  columns: [
    { label: { en: 'Number', es: 'Número' }, kind: 'text', width: 10 },
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 24 },
    { label: { en: 'Carrier', es: 'Aseguradora' }, kind: 'text', width: 22 },
    { label: { en: 'Type', es: 'Tipo' }, kind: 'text', width: 12 },
    { label: { en: 'Batch', es: 'Lote' }, kind: 'text', width: 22 },
    { label: { en: 'Status', es: 'Estado' }, kind: 'text', width: 11 },
    { label: { en: 'Month', es: 'Mes' }, kind: 'text', width: 8 },
    { label: { en: 'Paid', es: 'Pagado' }, kind: 'date', width: 11 },
    { label: { en: 'Amount', es: 'Importe' }, kind: 'money', width: 13 },
  ],
  problems: spanProblems,
  rows: ({ visibility }, { from, to, agent, carrier, status, leastAmount }) => sql`
    select y.payment_number, a.name, c.name, t.name, b.name, s.name, to_char(y.month, 'MM/YYYY'), b.paid_on, y.amount
    from payments y
    join payment_batches b on b.id = y.batch_id
    join agents a on a.id = y.agent_id
    left join carriers c on c.id = y.carrier_id
    left join lookup_values t on t.list = 'generic.5' and t.id = y.type_id
    left join lookup_values s on s.list = 'generic.6' and s.id = b.status_id
    where y.month between date_trunc('month', ${from}::date)::date and ${to}::date
      and ${isChosen('y.agent_id', agent)} and ${isChosen('y.carrier_id', carrier)} and ${isChosen('b.status_id', status)}
      and ${isFrom('y.amount', leastAmount)} and ${visibleTo(visibility, 'y.agent_id')}
    order by a.name, a.id, y.month, y.id`,
})
