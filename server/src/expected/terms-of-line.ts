import { type RawBuilder, sql } from 'kysely'

/**
 * Joins the arrears of a line's statement as `c.arrears`; `line` is an alias with carrier_id and month. LIMIT stops the
 * planner from estimating how many ranges contain the month, which underestimated the lines a thousandfold; it looks up
 * each month once.
 */
export const termsOfLine = (line: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${line}.${column}`)
  return sql`cross join lateral (
    select t.arrears from carrier_terms t where t.carrier_id = ${of('carrier_id')} and t.months @> ${of('month')} limit 1) c`
}

/** The month that a line states, otherwise the one that its statement pays (rule 11); needs `termsOfLine` joined. */
export const monthOfLine = (line: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${line}.policy_month`)}, (${sql.ref(`${line}.month`)} - make_interval(months => c.arrears))::date)`
