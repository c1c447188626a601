/**
 * What keeps the program from starting, in a sentence for the person at the terminal: what is wrong and what to do.
 * `main.ts` and the other commands print `message` without a stack and exit with 1.
 */
export class BootFailure extends Error {
  override readonly name = 'BootFailure'
}

/** True when `error` carries this operating-system or PostgreSQL code (`ENOENT`, `28P01`, …). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
