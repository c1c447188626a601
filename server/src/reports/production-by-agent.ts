import { sql } from 'kysely'
import { fromDay, ofCarrier, spanProblems, toDay, visibleTo } from './common-params.ts'
import { declareReport } from './declare-report.ts'
import { policiesSold } from './policies-sold.ts'

/** Policies sold per agent in a span: coverage starts in the span, without cancelled policies (decision 003). */
export const productionByAgent = declareReport({
  ids: { en: 2, es: 102 },
  type: 'Sales',
  name: { en: 'Production by Agent', es: 'Producción por agente' },
  area: 'Policy',
  params: {
    from: fromDay,
    to: toDay,
    carrier: ofCarrier,
    leastPolicies: {
      type: 'number',
      format: '#,##0',
      label: { en: 'Policies at least', es: 'Pólizas como mínimo' },
      default: () => '1',
    },
    idle: {
      type: 'boolean',
      label: { en: 'Agents without policies too', es: 'También agentes sin pólizas' },
      default: () => 'false',
    },
  },
  columns: [
    { label: { en: 'Agent', es: 'Agente' }, kind: 'text', width: 26 },
    { label: { en: 'NPN', es: 'NPN' }, kind: 'text', width: 12 },
    { label: { en: 'Policies', es: 'Pólizas' }, kind: 'integer' },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: 'Carriers', es: 'Aseguradoras' }, kind: 'integer' },
    { label: { en: 'Monthly premium', es: 'Prima mensual' }, kind: 'money', width: 14 },
    { label: { en: 'First effective', es: 'Primera vigencia' }, kind: 'date', width: 14 },
    { label: { en: 'Last effective', es: 'Última vigencia' }, kind: 'date', width: 14 },
  ],
  problems: spanProblems,
  rows: ({ visibility }, { from, to, carrier, leastPolicies, idle }) => sql`
    select a.name, a.npn, coalesce(s.policies, 0), coalesce(s.members, 0), coalesce(s.carriers, 0),
      coalesce(s.premium, 0)::numeric(14, 2), s.first, s.last
    from agents a
    left join (${policiesSold({ from, to, carrier })}) s on s.agent_id = a.id
    where ${visibleTo(visibility, 'a.id')}
      and (s.policies >= greatest(${leastPolicies}::numeric, 1) or s.policies is null and ${idle}::boolean)
    order by s.policies desc nulls last, a.name, a.id`,
})
