/** Error whose message tells the operator what is wrong with the database and what to do. */
export class DatabaseFailure extends Error {
  override readonly name: string = 'DatabaseFailure'
}

/** Whether an error has one of these operating system or PostgreSQL codes (`ENOENT`, `28P01`, …). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
