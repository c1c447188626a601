import { sql } from 'kysely'

/** What the lists in use say about the NPN of agent `a`, as a `CmsRecord` (domain/src/cms-registration/cms-findings.ts). */
export const cmsRecordOfAgent = sql`jsonb_build_object(
  'registrations', (
    select jsonb_build_object('fileName', l.file_name, 'loadedOn', l.loaded_on, 'planYears', l.plan_years,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('planYear', r.plan_year, 'firstDay', r.first_day,
          'lastDay', r.last_day, 'isNpnValid', r.is_npn_valid, 'line', r.line) order by r.line), '[]')
        from cms_registrations r where r.batch_id = l.batch_id and r.npn = ltrim(a.npn, '0')))
    from current_cms_lists l where l.kind = 'registrations'),
  'terminations', (
    select jsonb_build_object('fileName', l.file_name, 'loadedOn', l.loaded_on,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'day', t.day, 'line', t.line) order by t.line), '[]')
        from cms_terminations t where t.batch_id = l.batch_id and t.npn = ltrim(a.npn, '0')))
    from current_cms_lists l where l.kind = 'terminations'))`
