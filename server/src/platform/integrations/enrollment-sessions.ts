/** Service at which an agent enrolls a client, prefilled with what is known. */
export interface EnrollmentSessions {
  /**
   * Starts an enrollment and returns the address where it goes on. Fails with `healthsherpa.refused`, `healthsherpa.not_allowed`
   * or `healthsherpa.unavailable`.
   */
  start: (session: object, signal: AbortSignal) => Promise<string>
}
