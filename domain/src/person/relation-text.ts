/** 'Spouse'; '-' if unknown. */
export function relationText(relation: string): string {
  const words = relation.replaceAll('_', ' ')
  return words === '' ? '-' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
