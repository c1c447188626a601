/** SQL of an instant as JSON has it; null where there is none. */
export const instantOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
