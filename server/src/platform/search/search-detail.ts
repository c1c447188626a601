/** Second line of a hit: the nonempty parts as 'a · b · c'. */
export function searchDetail(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
