import { sql } from 'kysely'
import { visibleTo } from './common-params.ts'
import { declareReport } from './declare-report.ts'

/** Current policies of each carrier by state, with the share of all. */
export const policiesByCarrier = declareReport({
  ids: { en: 1, es: 101 },
  type: 'Policies',
  name: { en: 'Policies by Carrier', es: 'Pólizas por aseguradora' },
  area: 'Policy',
  params: {},
  columns: [
    { label: { en: 'Carrier', es: 'Aseguradora' }, kind: 'text', width: 28 },
    { label: { en: 'Active', es: 'Activas' }, kind: 'integer' },
    { label: { en: 'Pending', es: 'Pendientes' }, kind: 'integer' },
    { label: { en: 'Terminated', es: 'Terminadas' }, kind: 'integer' },
    { label: { en: 'Cancelled', es: 'Canceladas' }, kind: 'integer' },
    { label: { en: 'Policies', es: 'Pólizas' }, kind: 'integer' },
    { label: { en: 'Members', es: 'Miembros' }, kind: 'integer' },
    { label: { en: '% of all', es: '% del total' }, kind: 'percent' },
  ],
  rows: ({ visibility }) => sql`
    select c.name,
      count(*) filter (where p.status = 'Active'), count(*) filter (where p.status = 'Pending'),
      count(*) filter (where p.status = 'Terminated'), count(*) filter (where p.status = 'Cancelled'),
      count(*) as policies, coalesce(sum(p.number_of_members), 0), round(100.0 * count(*) / sum(count(*)) over (), 1)
    from policies p join carriers c on c.id = p.carrier_id
    where ${visibleTo(visibility, 'p.agent_id')}
    group by c.id order by policies desc, c.name`,
})
