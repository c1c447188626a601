/** Abbreviations of canonical columns as people write them. */
const spelled: Readonly<Record<string, string>> = {
  Id: 'ID',
  DOB: 'Date of birth',
  Zip: 'ZIP',
  // The specification's column, as the dialog and its files write it.
  FFMApplicationID: 'FFMApplicationID',
}

/** Canonical column of a file in words: 'AgentNPN' → 'Agent NPN', 'PolicyNumber' → 'Policy number', 'MemberId' → 'Member ID'. */
export function fieldWords(name: string): string {
  const exact = spelled[name]
  if (exact !== undefined) return exact
  const words = name.split(/(?<=[a-z])(?=[A-Z])/)
  return words
    .map((word, at) => {
      if (at === 0) return spelled[word] ?? word.charAt(0).toUpperCase() + word.slice(1)
      return spelled[word] ?? (word === word.toUpperCase() ? word : word.toLowerCase())
    })
    .join(' ')
}
