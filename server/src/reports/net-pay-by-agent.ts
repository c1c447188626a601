import { sql } from 'kysely'
import { fromDay, isChosen, ofAgent, spanProblems, toDay, visibleTo } from './common-params.ts'
import { declareReport } from './declare-report.ts'
import { policiesSold } from './policies-sold.ts'

/** What each agent sold in a span, and what the closed pay runs of its months pay, from earnings down to the net amount. */
export const netPayByAgent = declareReport({
  ids: { en: 8, es: 108 },
  type: 'Commissions',
  name: { en: 'Production and Net Pay', es: 'Producción y pago neto' },
  area: 'AgentPayment',
  params: { from: fromDay, to: toDay, agent: ofAgent },
  columns: [
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 24 },
    { label: { en: 'NPN', es: 'NPN' }, kind: 'text', width: 11 },
    { label: { en: 'Policies sold', es: 'Pólizas vendidas' }, kind: 'integer' },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: 'Pay runs', es: 'Cierres de pago' }, kind: 'integer' },
    { label: { en: 'Earned', es: 'Ganado' }, kind: 'money', width: 13 },
    { label: { en: 'Overrides', es: 'Sobrecomisiones' }, kind: 'money', width: 13 },
    { label: { en: 'Adjustments, advances', es: 'Ajustes y anticipos' }, kind: 'money', width: 13 },
    { label: { en: 'Recovered', es: 'Recuperado' }, kind: 'money', width: 12 },
    { label: { en: 'Carried forward', es: 'Saldo arrastrado' }, kind: 'money', width: 13 },
    { label: { en: 'Net pay', es: 'Pago neto' }, kind: 'money', width: 13 },
  ],
  problems: spanProblems,
  rows: ({ visibility }, { from, to, agent }) => sql`
    select a.name, a.npn, coalesce(s.policies, 0), coalesce(s.members, 0), coalesce(y.runs, 0), coalesce(y.written, 0)::numeric(16, 2),
      coalesce(y.overrides, 0)::numeric(16, 2), coalesce(y.adjusted, 0)::numeric(16, 2), coalesce(-y.recovered, 0)::numeric(16, 2),
      coalesce(y.carried, 0)::numeric(16, 2), coalesce(y.paid, 0)::numeric(16, 2)
    from agents a
    left join (${policiesSold({ from, to })}) s on s.agent_id = a.id
    left join (
      select g.agent_id, count(*) as runs, sum(g.written) as written, sum(g.overrides) as overrides,
        sum(g.adjustments + g.advances) as adjusted, sum(g.recovered) as recovered, sum(g.carried_in - g.carried_out) as carried,
        sum(g.paid) as paid
      from pay_run_agents g
      join pay_runs r on r.id = g.run_id and r.closed_at is not null
      where r.month between date_trunc('month', ${from}::date)::date and ${to}::date
      group by g.agent_id
    ) y on y.agent_id = a.id
    where ${visibleTo(visibility, 'a.id')} and ${isChosen('a.id', agent)} and (s.policies is not null or y.runs is not null)
    order by y.paid desc nulls last, s.policies desc nulls last, a.name, a.id`,
})
