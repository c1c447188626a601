import { sql } from 'kysely'
import { fromDay, spanProblems, toDay, visibleTo } from './common-params.ts'
import { declareReport } from './declare-report.ts'

/** Leads of each agent by disposition: those set in a span, optionally with leads without one. */
export const leadsByDisposition = declareReport({
  ids: { en: 7, es: 107 },
  type: 'Leads',
  name: { en: 'Leads by Disposition', es: 'Prospectos por disposición' },
  area: 'Lead',
  params: {
    from: fromDay,
    to: toDay,
    agentName: {
      type: 'text',
      label: { en: 'Agent name begins with', es: 'El nombre del agente empieza con' },
      default: () => '',
    },
    open: {
      type: 'boolean',
      label: { en: 'Leads without a disposition too', es: 'También prospectos sin disposición' },
      default: () => 'true',
    },
  },
  columns: [
    { label: { en: 'Assigned to', es: 'Asignado a' }, kind: 'text', width: 26 },
    { label: { en: 'Disposition', es: 'Disposición' }, kind: 'text', width: 20 },
    { label: { en: 'Leads', es: 'Prospectos' }, kind: 'integer' },
    { label: { en: '% of the agent', es: '% del agente' }, kind: 'percent', width: 12 },
    { label: { en: 'First set', es: 'Primera fecha' }, kind: 'date', width: 12 },
    { label: { en: 'Last set', es: 'Última fecha' }, kind: 'date', width: 12 },
  ],
  problems: spanProblems,
  rows: ({ visibility, language }, { from, to, agentName, open }) => sql`
    select coalesce(a.name, ${language === 'es' ? 'Sin asignar' : 'Unassigned'}), coalesce(s.name, ${language === 'es' ? 'Ninguna' : 'None'}),
      count(*) as leads, round(100.0 * count(*) / sum(count(*)) over (partition by l.agent_id), 1),
      min(l.status_day) filter (where l.status_id is not null), max(l.status_day) filter (where l.status_id is not null)
    from leads l
    left join agents a on a.id = l.agent_id
    left join lookup_values s on s.list = 'status.lead' and s.id = l.status_id
    where ${visibleTo(visibility, 'l.agent_id')}
      and (l.status_id is not null and l.status_day between ${from}::date and ${to}::date
        or l.status_id is null and ${open}::boolean)
      and (${agentName} = '' or starts_with(plain_text(a.name), plain_text(${agentName})))
    group by l.agent_id, a.name, l.status_id, s.name, s.position
    order by a.name nulls last, l.agent_id, s.position nulls last`,
})
