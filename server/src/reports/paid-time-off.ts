import { sql } from 'kysely'
import { hoursShown } from '../pto/pto-list.ts'
import { fromDay, isChosen, ofAgent, ofLookup, spanProblems, toDay, visibleTo } from './common-params.ts'
import { declareReport } from './declare-report.ts'

/** Time-off requests that share a day with a span. */
export const paidTimeOff = declareReport({
  ids: { en: 6, es: 106 },
  type: 'PTO',
  name: { en: 'PTO', es: 'Tiempo libre pagado' },
  area: 'PTO',
  params: {
    from: fromDay,
    to: { ...toDay, default: ({ today }) => `${today.slice(0, 4)}-12-31` },
    agent: ofAgent,
    status: ofLookup('status.pto', { en: 'Status', es: 'Estado' }),
  },
  columns: [
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 26 },
    { label: { en: 'Start date', es: 'Inicio' }, kind: 'date', width: 12 },
    { label: { en: 'End date', es: 'Fin' }, kind: 'date', width: 12 },
    { label: { en: 'Hours', es: 'Horas' }, kind: 'text', width: 8 },
    { label: { en: 'Status', es: 'Estado' }, kind: 'text', width: 14 },
    { label: { en: 'Requested', es: 'Solicitado' }, kind: 'date', width: 12 },
  ],
  problems: spanProblems,
  rows: ({ visibility }, { from, to, agent, status }) => sql`
    select coalesce(a.name, nullif(concat_ws(' ', c.first_name, c.last_name), ''), u.user_name) as who, r.start_date, r.end_date,
      ${sql.raw(hoursShown)}, s.name, (r.created_at at time zone 'America/New_York')::date
    from pto_requests r
    join users u on u.id = r.created_by
    left join contacts c on c.id = u.contact_id
    left join agents a on a.id = r.agent_id
    left join lookup_values s on s.list = 'status.pto' and s.id = r.status_id
    where r.end_date >= ${from}::date and r.start_date <= ${to}::date
      and ${isChosen('r.agent_id', agent)} and ${isChosen('r.status_id', status)} and ${visibleTo(visibility, 'r.owner')}
    order by who, r.start_date, r.id`,
})
