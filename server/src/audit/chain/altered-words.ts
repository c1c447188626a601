/** How the last line of `verify-audit` begins when it found alterations. */
export const alteredWords = 'The audit record was altered in '
