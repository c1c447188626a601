import { type RawBuilder, sql } from 'kysely'

/**
 * Joins the arrears of a line's statement as `c.arrears`; `line` is an alias with carrier_id and month. LIMIT keeps the planner from
 * estimating how many ranges contain the month, by which it expected a thousandth of the lines; it looks each month up once.
 */
export const termsOfLine = (line: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${line}.${column}`)
  return sql`cross join lateral (
    select t.arrears from carrier_terms t where t.carrier_id = ${of('carrier_id')} and t.months @> ${of('month')} limit 1) c`
}

/** The month that a line says it pays, else the one that its statement pays by itself (rule 11), with `termsOfLine` joined. */
export const monthOfLine = (line: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${line}.policy_month`)}, (${sql.ref(`${line}.month`)} - make_interval(months => c.arrears))::date)`
