/** Compares the persons that records name with the carrier's count; null where they agree or the carrier sends no count. */
export function membersInWords(named: number, counted: number | null): string | null {
  if (counted === null || named === counted) return null
  if (named > counted) return `The carrier counts ${counted}; the household’s applications name ${named}.`
  const rest = counted - named
  return `${rest} more ${rest === 1 ? 'is' : 'are'} not named: the carrier’s files name only the subscriber.`
}
