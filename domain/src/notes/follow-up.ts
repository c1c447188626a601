/** Why a reminder on this day is refused (YYYY-MM-DD, in the agency's days); undefined if it is not. */
export function followUpProblem(day: string, today: string): string | undefined {
  return day < today ? 'This day is past. Choose today or a later day.' : undefined
}
