/** Choice for no value: no agent, no status. */
export const noValue = '0'
