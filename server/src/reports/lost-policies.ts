import { sql } from 'kysely'
import { fromDay, isChosen, ofCarrier, ofLookup, spanProblems, toDay } from './common-params.ts'
import { type Asked, declareReport, type Values } from './declare-report.ts'

/** Policies lost in the months of a span and not recovered, with reason and status (decision 047). */
export const lostPolicies = declareReport({
  ids: { en: 3, es: 103 },
  type: 'Policies',
  name: { en: 'Lost Policies', es: 'Pólizas perdidas' },
  area: 'Policy',
  params: {
    from: fromDay,
    to: toDay,
    carrier: ofCarrier,
    status: ofLookup('status.lost', { en: 'Status', es: 'Estado' }),
  },
  columns: [
    { label: { en: 'Policy number', es: 'Número de póliza' }, kind: 'text', width: 16 },
    { label: { en: 'Insured', es: 'Asegurado' }, kind: 'text', width: 24 },
    { label: { en: 'Carrier', es: 'Aseguradora' }, kind: 'text', width: 20 },
    { label: { en: 'Lost in', es: 'Perdida en' }, kind: 'text', width: 9 },
    { label: { en: 'Why', es: 'Motivo' }, kind: 'text', width: 22 },
    { label: { en: 'Status', es: 'Estado' }, kind: 'text', width: 20 },
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 22 },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: 'At stake a month', es: 'En juego al mes' }, kind: 'money', width: 14 },
  ],
  problems: spanProblems,
  subjects: {
    entity: 'lost-policy',
    ids: (request, values) => sql`select n.id from lost_policies n where ${chosenPolicies(request, values)}`,
  },
  rows: (request, values) => {
    const [missing, ended, agent, unassigned] =
      request.language === 'es'
        ? ['No está en el archivo', 'Terminó', 'Otro agente', 'Sin asignar']
        : ['Not in the file', 'Ended', 'Other agent', 'Unassigned']
    return sql`
      select n.policy_number, n.insured_name, c.name, to_char(n.month, 'MM/YYYY'),
        case n.why when 'missing' then ${missing}::text when 'ended' then ${ended}::text else ${agent}::text end,
        s.name, coalesce(a.name, ${unassigned}::text), n.number_of_members, n.at_stake
      from lost_policies n
      join carriers c on c.id = n.carrier_id
      left join agents a on a.id = n.agent_id
      left join lookup_values s on s.list = 'status.lost' and s.id = n.status_id
      where ${chosenPolicies(request, values)}
      order by n.month desc, n.at_stake desc, n.id`
  },
})

function chosenPolicies(
  { visibility }: Asked,
  { from, to, carrier, status }: Values<'from' | 'to' | 'carrier' | 'status'>,
) {
  const visible = visibility.all
    ? sql`true`
    : sql`(n.agent_id = any(${visibility.agentIds}::bigint[]) or n.aor_id = any(${visibility.agentIds}::bigint[]))`
  return sql`n.stands and n.month between date_trunc('month', ${from}::date) and ${to}::date
    and ${isChosen('n.carrier_id', carrier)} and ${isChosen('n.status_id', status)} and ${visible}`
}
